// One field: a visitor enters as a guest with this name.
import { useState } from "preact/hooks";
import { Refusal } from "cardroom-bot/connection";
import { lastName } from "../room/names";
import { madeUpName } from "../room/newcomer";
import { room } from "../room/room";
import { t } from "../words/words";
import { EntryDialog } from "./entry";

interface Naming {
  /** What the button says. */
  verb: string;
  /** Proposes a name. Otherwise the visitor has to type one. */
  proposes?: boolean;
}

export const NameForm = ({ verb, proposes = false }: Naming) => {
  const [proposed, propose] = useState(() => (proposes ? lastName() || madeUpName() : lastName()));
  const [name, setName] = useState(proposed);
  const [refused, setRefused] = useState<string | null>(null);
  const [signs, sign] = useState(false);
  const [busy, setBusy] = useState(false);
  const write = (written: string): void => {
    setName(written);
    setRefused(null);
  };
  const another = (): void => {
    const next = madeUpName();
    propose(next);
    write(next);
  };
  const enter = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    try {
      await (proposes && name === proposed && name !== lastName() ? room.signIn.enterAsNewcomer(name) : room.signIn.enterAsGuest(name.trim() || null));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      setRefused(error.message);
    } finally {
      setBusy(false);
      room.screen.changed();
    }
  };
  return (
    <form onSubmit={(event) => void enter(event)}>
      <label>
        {t("host-your-name")}
        <input
          required
          autofocus
          minLength={2}
          maxLength={24}
          autocomplete="nickname"
          value={name}
          aria-invalid={refused !== null}
          onInput={({ currentTarget }) => write(currentTarget.value)}
          onFocus={({ currentTarget }) => proposes && currentTarget.select()}
        />
      </label>
      {refused && (
        <p class="refused" role="alert">
          {refused}
        </p>
      )}
      <button class="primary large wide" disabled={busy}>
        {verb}
      </button>
      {proposes && (
        <button type="button" class="wide" onClick={another}>
          {t("account-another-name")}
        </button>
      )}
      <button type="button" class="quiet wide" onClick={() => sign(true)}>
        {t("host-have-account")}
      </button>
      {signs && <EntryDialog way="login" close={() => sign(false)} />}
    </form>
  );
};
