// A form whose request the server may refuse. It shows the reason beside the button.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Refusal } from "../room/connection";

interface Sent {
  action: string;
  /** Resolves when the server has done it, and rejects with a refusal otherwise. */
  send(): Promise<unknown>;
  done?: () => void;
  children: ComponentChildren;
}

export const AskingForm = ({ action, send, done, children }: Sent) => {
  const [refused, setRefused] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setRefused(null);
    try {
      await send();
      done?.();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      setRefused(error.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      {children}
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
