// A form whose request the server may refuse. It shows the reason beside the button. If the server
// wants the second factor again, the form asks for its code and repeats the request.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Refusal } from "cardroom-bot/connection";
import { room } from "../room/room";
import { t } from "../words/words";

interface Sent {
  action: string;
  /** Resolves when the server has done it, and rejects with a refusal otherwise. */
  send(): Promise<unknown>;
  done?: () => void;
  children: ComponentChildren;
}

export const AskingForm = ({ action, send, done, children }: Sent) => {
  const [refused, setRefused] = useState<string | null>(null);
  const [code, type] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setRefused(null);
    try {
      if (code !== null) await room.account.proveFactor(code);
      type(null);
      await send();
      done?.();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.code === "prove_factor") type("");
      setRefused(error.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      {children}
      {code !== null && (
        <label>
          {t("app-factor-code")}
          <input
            value={code}
            onInput={({ currentTarget }) => type(currentTarget.value)}
            required
            minLength={6}
            maxLength={20}
            autocomplete="one-time-code"
          />
        </label>
      )}
      {refused && (
        <p class="refused" role="alert">
          {refused}
        </p>
      )}
      <button class="primary" disabled={busy}>
        {action}
      </button>
    </form>
  );
};
