// Signing in: as a guest, with a new account, or with an existing account.
import { useState } from "preact/hooks";
import type { Answer } from "cardroom-bot/connection";
import { Refusal } from "cardroom-bot/connection";
import { lastName } from "../room/names";
import { madeUpName } from "../room/newcomer";
import { room } from "../room/room";
import { t } from "../words/words";
import { Dialog } from "./dialog";
import { PasswordField } from "./password-field";
import { ProviderButton } from "./provider";

type Way = "guest" | "register" | "login";

const WAYS: readonly Way[] = ["guest", "register", "login"];

interface Entering {
  close(): void;
  way?: Way;
  /** Goes on with what the visitor meant to do. */
  then?: () => void;
}

export const EntryDialog = ({ close, way: first = "guest", then = close }: Entering) => {
  const [way, setWay] = useState<Way>(first);
  const [name, setName] = useState(lastName);
  const [proposed, propose] = useState(() => lastName() || madeUpName());
  // Null until the guest types another name.
  const [nickname, setNickname] = useState<string | null>(null);
  const [password, setPassword] = useState("");
  const [code, setCode] = useState<string | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const enter = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    const ways: Record<Way, () => Promise<Answer>> = {
      guest: () => (nickname?.trim() ? room.signIn.enterAsGuest(nickname.trim()) : room.signIn.enterAsNewcomer(proposed)),
      register: () => room.signIn.register(name.trim(), password),
      login: () => room.signIn.login(name.trim(), password, code),
    };
    try {
      await ways[way]();
      then();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.code === "second_factor_needed") setCode("");
      setRefused(error.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog title={t("account-sign-in")} close={close}>
      <div class="segments" role="tablist" aria-label={t("account-how")}>
        {WAYS.map((each) => (
          <button key={each} role="tab" aria-selected={way === each} onClick={() => setWay(each)}>
            {t(`account-tab-${each}`)}
          </button>
        ))}
      </div>
      <form onSubmit={(event) => void enter(event)}>
        <p class="mute">{t(`account-says-${way}`)}</p>
        <label>
          {t(way === "guest" ? "account-nickname" : "account-name")}
          <input
            key={way === "guest" ? "nickname" : "name"}
            value={way === "guest" ? (nickname ?? proposed) : name}
            onInput={({ currentTarget: { value } }) => (way === "guest" ? setNickname(value) : setName(value))}
            onFocus={({ currentTarget }) => way === "guest" && currentTarget.select()}
            required={way !== "guest"}
            minLength={2}
            maxLength={24}
            autocomplete={way === "guest" ? "nickname" : "username"}
          />
        </label>
        {way === "guest" && (
          <button
            type="button"
            class="quiet"
            onClick={() => {
              propose(madeUpName());
              setNickname(null);
            }}
          >
            {t("account-another-name")}
          </button>
        )}
        {way !== "guest" && (
          <PasswordField kind={way === "login" ? "current" : "new"} value={password} change={setPassword} />
        )}
        {way === "login" && code !== null && (
          <label>
            {t("account-code")}
            <input value={code} onInput={(event) => setCode(event.currentTarget.value)} required maxLength={20} autocomplete="one-time-code" autofocus />
          </label>
        )}
        {refused && (
          <p class="refused" role="alert">
            {refused}
          </p>
        )}
        <button class="primary wide" disabled={busy}>
          {t(`account-verb-${way}`)}
        </button>
      </form>
      <ProviderButton word="account-provider-sign-in" />
    </Dialog>
  );
};
