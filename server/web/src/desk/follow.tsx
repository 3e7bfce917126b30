// Following a host who is gone. The server knows since when, and who has been at the table longest.
import { room } from "../room/room";
import type { Table } from "../room/table";
import { t } from "../words/words";
import { Failed } from "./note";
import { useOrder } from "./order";

export const Follow = ({ table }: { table: Table }) => {
  const { busy, refused, give } = useOrder();
  const host = table.info.host ?? "";
  const isHere = table.seats.all.some((seat) => seat?.name === host && seat.connected);
  if (!table.seats.you || isHere) return null;
  return (
    <section aria-label={t("desk-follow")}>
      <p class="mute">{t("desk-follow-lead", { host: table.seats.called(host) })}</p>
      <button disabled={busy} onClick={() => void give(() => room.hosting.handOver(table.id, null))}>
        {t("desk-follow")}
      </button>
      <Failed text={refused} />
    </section>
  );
};
