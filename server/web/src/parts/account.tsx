// The account: the player's profile, the settings of this browser, and the account's security.
import { useState } from "preact/hooks";
import type { Session } from "../room/requests/account";
import { isMadeUp, isolated, untagged } from "../room/names";
import { answered, newcomer } from "../room/newcomer";
import { download } from "../room/requests/files";
import { room, useRoom } from "../room/room";
import { chips } from "../room/words";
import { t, withTexts } from "../words/words";
import { ApiTokens } from "./api-tokens";
import { AskingForm } from "./asking-form";
import { AVATARS, AVATAR_COLORS, Avatar } from "./avatar";
import { Dialog, useFocus } from "./dialog";
import { lazy } from "./lazy";
import { PasswordField } from "./password-field";
import { ProviderButton, ProviderLink } from "./provider";
import { SettingsFields } from "./settings";

const MyCalendar = lazy(async () => (await import("./my-calendar")).MyCalendar, true);
const PushSettings = lazy(async () => (await withTexts("push", import("./push-settings"))).PushSettings, true);
const SecondFactor = lazy(async () => (await import("./second-factor")).SecondFactor, true);

const SECTIONS = ["profile", "settings", "security"] as const;
type Section = (typeof SECTIONS)[number];

/** The player's current activity in the profile, other than reading it. */
type Doing = "upgrade" | "leave" | "appearance" | null;

export const AccountDialog = ({ close, first = null }: { close(): void; first?: Doing }) => {
  const { account: { session } } = useRoom();
  const [section, turnTo] = useState<Section>("profile");
  if (!session) return null;
  // A guest has no password to change, and no tokens.
  const sections = SECTIONS.filter((each) => each !== "security" || !session.guest);
  return (
    <Dialog title={isolated(untagged(session.name))} close={close}>
      <div class="segments" role="tablist" aria-label={t("account-sections")}>
        {sections.map((each) => (
          <button key={each} role="tab" aria-selected={section === each} onClick={() => turnTo(each)}>
            {t(`account-section-${each}`)}
          </button>
        ))}
      </div>
      {section === "profile" && <Profile session={session} close={close} first={first} />}
      {section === "settings" && (
        <>
          <SettingsFields />
          <PushSettings />
          <MyCalendar />
        </>
      )}
      {section === "security" && <Security />}
    </Dialog>
  );
};

const Profile = ({ session, close, first }: { session: Session; close(): void; first: Doing }) => {
  const [doing, begin] = useState<Doing>(first);
  const leave = (): void => {
    close();
    void room.logout();
  };
  if (doing === "upgrade") return <Upgrade session={session} done={() => begin(null)} />;
  if (doing === "leave") return <LeaveAsGuest upgrade={() => begin("upgrade")} leave={leave} />;
  return (
    <>
      {session.guest && (
        <div class="banner gold keep-chips">
          <span>{t("account-keep-chips")}</span>
          <button class="primary" onClick={() => begin("upgrade")}>
            {t("account-create")}
          </button>
        </div>
      )}
      <div class="profile">
        <button
          class="own-avatar"
          aria-label={t("account-appearance")}
          aria-expanded={doing === "appearance"}
          onClick={() => begin(doing ? null : "appearance")}
        >
          <Avatar name={session.name} avatar={session.avatar} color={session.color} />
        </button>
        <dl class="facts">
          <div>
            <dt>{t("account-wallet")}</dt>
            <dd>{chips(session.balance)}</dd>
          </div>
          <div>
            <dt>{t("account-role")}</dt>
            <dd>{t(session.guest ? "account-role-guest" : `account-role-${session.role.toLowerCase()}`)}</dd>
          </div>
        </dl>
      </div>
      {doing === "appearance" && <Appearance session={session} />}
      {room.account.tickets.length > 0 && (
        <ul class="held" aria-label={t("account-tickets")}>
          {room.account.tickets.map((ticket) => (
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
      {room.chat.muted.size > 0 && (
        <p class="mute">
          {t("account-muted")}{" "}
          {[...room.chat.muted].map((name) => (
            <button key={name} class="quiet" aria-label={t("account-unmute", { name })} onClick={() => room.chat.mute(name)}>
              {name} <span aria-hidden="true">✕</span>
            </button>
          ))}
        </p>
      )}
      <div class="row">
        <button onClick={() => room.account.refill()}>{t("account-refill")}</button>
        <button onClick={() => (session.guest ? begin("leave") : leave())}>{t("account-log-out")}</button>
      </div>
    </>
  );
};

/** A guest becomes an account and keeps everything. */
const Upgrade = ({ session, done }: { session: Session; done(): void }) => {
  const isNewcomer = newcomer()?.account === session.account;
  const [name, setName] = useState(isNewcomer || isMadeUp(session.name) ? "" : untagged(session.name));
  const [password, setPassword] = useState("");
  const first = useFocus<HTMLInputElement>();
  const created = (): void => {
    answered();
    done();
    room.screen.toast(t("account-created"));
  };
  return (
    <section aria-label={t("account-create")}>
      <p class="mute">{t("account-says-upgrade", { chips: session.balance })}</p>
      <AskingForm action={t("account-create")} send={() => room.account.upgradeGuest(name.trim(), password)} done={created}>
        <label>
          {t("account-name")}
          <input
            ref={first}
            value={name}
            onInput={({ currentTarget }) => setName(currentTarget.value)}
            required
            minLength={2}
            maxLength={24}
            autocomplete="username"
          />
        </label>
        <PasswordField kind="new" value={password} change={setPassword} />
      </AskingForm>
      <ProviderButton word="account-provider-create" />
      <button class="quiet" onClick={done}>
        {t("account-later")}
      </button>
    </section>
  );
};

/** A guest who logs out loses everything, so the page asks first. */
const LeaveAsGuest = ({ upgrade, leave }: { upgrade(): void; leave(): void }) => {
  const main = useFocus<HTMLButtonElement>();
  return (
    <section aria-label={t("account-log-out")}>
      <p role="alert">{t("account-guest-leaves")}</p>
      <button class="primary wide" ref={main} onClick={upgrade}>
        {t("account-create")}
      </button>
      <button class="wide" onClick={leave}>
        {t("account-log-out-anyway")}
      </button>
    </section>
  );
};

/** Chooses the avatar and its color. */
const Appearance = ({ session }: { session: Session }) => {
  const { name } = session;
  const [avatar, color] = [session.avatar % AVATARS, session.color % AVATAR_COLORS.length];
  return (
    <section class="appearance" aria-label={t("account-appearance")}>
      <fieldset class="colors">
        <legend>{t("account-color")}</legend>
        {AVATAR_COLORS.map((named, each) => (
          <label key={named} title={t(`account-color-${named}`)}>
            <input type="radio" name="avatar-color" checked={each === color} onChange={() => void room.account.setAppearance(avatar, each)} />
            <Avatar name={name} avatar={avatar} color={each} size={40} />
            <span class="unseen">{t(`account-color-${named}`)}</span>
          </label>
        ))}
      </fieldset>
      <fieldset>
        <legend>{t("account-avatar")}</legend>
        {Array.from({ length: AVATARS }, (_, each) => (
          <label key={each}>
            <input type="radio" name="avatar" checked={each === avatar} onChange={() => void room.account.setAppearance(each, color)} />
            <Avatar name={name} avatar={each} color={color} size={40} />
            <span class="unseen">{t("account-avatar-number", { number: each + 1 })}</span>
          </label>
        ))}
      </fieldset>
    </section>
  );
};

const Security = () => (
  <>
    <ChangePassword />
    <ProviderLink />
    <SecondFactor />
    <ApiTokens />
    <button onClick={() => void download("/account.jsonl", null)}>{t("account-export")}</button>
  </>
);

const ChangePassword = () => {
  const [old, setOld] = useState("");
  const [next, setNext] = useState("");
  const [tokens, end] = useState(false);
  const done = (): void => {
    setOld("");
    setNext("");
    room.screen.toast(t("account-password-changed"));
  };
  return (
    <section aria-label={t("account-change-password")}>
      <h3>{t("account-change-password")}</h3>
      <p class="mute small">{t("account-password-says")}</p>
      <AskingForm action={t("account-change-password")} send={() => room.signIn.changePassword(old, next, tokens)} done={done}>
        <input class="unseen" tabIndex={-1} aria-hidden="true" autocomplete="username" value={room.account.session?.name} readOnly />
        <PasswordField label={t("account-old-password")} kind="current" value={old} change={setOld} />
        <PasswordField label={t("account-new-password")} kind="new" value={next} change={setNext} />
        <label class="toggle">
          <input type="checkbox" role="switch" checked={tokens} onChange={({ currentTarget }) => end(currentTarget.checked)} />
          <span>{t("account-password-tokens")}</span>
        </label>
      </AskingForm>
    </section>
  );
};
