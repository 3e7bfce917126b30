// The invitation to a private table: its link to copy or to share, and the same link as a QR code.
import { renderSVG } from "uqr";
import { InviteLink } from "../pages/invite-link";
import { room } from "../room/room";
import type { Table } from "../room/table";
import { t } from "../words/words";

export const Invite = ({ table: { info } }: { table: Table }) => {
  const code = room.invitations.tables.get(info.table);
  if (!code) return null;
  return (
    <section class="desk-invite" aria-label={t("desk-invite")}>
      <h3>{t("desk-invite")}</h3>
      <p class="mute">{t("desk-invite-lead")}</p>
      <div class="qr" role="img" aria-label={t("desk-qr")} dangerouslySetInnerHTML={{ __html: renderSVG(`${location.origin}/#/join/${code}`, { border: 2 }) }} />
      <InviteLink code={code} name={info.name} />
    </section>
  );
};
