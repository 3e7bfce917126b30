// The account: who the player is, the settings of this browser, and what guards the account.
import { useState } from "preact/hooks";
import type { Session } from "../room/requests";
import { room, useRoom } from "../room/room";
import { chips } from "../room/words";
import { t } from "../words/words";
import { ApiTokens } from "./api-tokens";
import { AskingForm } from "./asking-form";
import { Avatar } from "./avatar";
import { Dialog } from "./dialog";
import { SettingsFields } from "./settings";

const SECTIONS = ["profile", "settings", "security"] as const;
type Section = (typeof SECTIONS)[number];

export const AccountDialog = ({ close }: { close(): void }) => {
  const { session } = useRoom();
  const [section, turnTo] = useState<Section>("profile");
  if (!session) return null;
  return (
    <Dialog title={session.name} close={close}>
      <div class="segments" role="tablist" aria-label={t("account-sections")}>
        {SECTIONS.map((each) => (
          <button key={each} role="tab" aria-selected={section === each} onClick={() => turnTo(each)}>
            {t(`account-section-${each}`)}
          </button>
        ))}
      </div>
      {section === "profile" && <Profile session={session} close={close} />}
      {section === "settings" && <SettingsFields />}
      {section === "security" && <Security />}
    </Dialog>
  );
};

const Profile = ({ session, close }: { session: Session; close(): void }) => (
  <>
    <div class="profile">
      <Avatar name={session.name} />
      <dl class="facts">
        <div>
          <dt>{t("account-wallet")}</dt>
          <dd>{chips(session.balance)}</dd>
        </div>
        <div>
          <dt>{t("account-role")}</dt>
          <dd>{t(`account-role-${session.role.toLowerCase()}`)}</dd>
        </div>
      </dl>
    </div>
    {room.tickets.length > 0 && (
      <ul class="held" aria-label={t("account-tickets")}>
        {room.tickets.map((ticket) => (
          <li key={ticket.structure}>
            <span>
              <i class="tag gold">{t("account-ticket")}</i> {ticket.name}
              {ticket.count > 1 && ` ×${ticket.count}`}
            </span>
            <span class="mute">{t("account-worth", { chips: ticket.worth })}</span>
          </li>
        ))}
      </ul>
    )}
    {room.muted.size > 0 && (
      <p class="mute">
        {t("account-muted")}{" "}
        {[...room.muted].map((name) => (
          <button key={name} class="quiet" aria-label={t("account-unmute", { name })} onClick={() => room.mute(name)}>
            {name} <span aria-hidden="true">✕</span>
          </button>
        ))}
      </p>
    )}
    <div class="row">
      <button onClick={() => room.refill()}>{t("account-refill")}</button>
      <button
        onClick={() => {
          close();
          void room.logout();
        }}
      >
        {t("account-log-out")}
      </button>
    </div>
  </>
);

const Security = () => (
  <>
    <ChangePassword />
    <ApiTokens />
  </>
);

const ChangePassword = () => {
  const [old, setOld] = useState("");
  const [next, setNext] = useState("");
  const field = (label: string, value: string, change: (text: string) => void, autocomplete: "current-password" | "new-password") => (
    <label>
      {label}
      <input
        type="password"
        value={value}
        onInput={({ currentTarget }) => change(currentTarget.value)}
        required
        minLength={8}
        autocomplete={autocomplete}
      />
    </label>
  );
  const done = (): void => {
    setOld("");
    setNext("");
    room.toast(t("account-password-changed"));
  };
  return (
    <section aria-label={t("account-change-password")}>
      <h3>{t("account-change-password")}</h3>
      <p class="mute small">{t("account-password-says")}</p>
      <AskingForm action={t("account-change-password")} send={() => room.changePassword(old, next)} done={done}>
        <input class="unseen" tabIndex={-1} aria-hidden="true" autocomplete="username" value={room.session?.name} readOnly />
        {field(t("account-old-password"), old, setOld, "current-password")}
        {field(t("account-new-password"), next, setNext, "new-password")}
      </AskingForm>
    </section>
  );
};
