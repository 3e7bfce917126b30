// A button that asks once more before it does something that cannot be taken back.
import { useState } from "preact/hooks";
import { useFocus } from "../parts/dialog";
import { t } from "../words/words";

interface Asking {
  label: string;
  question: string;
  busy: boolean;
  /** Whether it is not possible now. */
  disabled?: boolean;
  act(): Promise<unknown>;
}

export const Sure = ({ label, question, busy, disabled = false, act }: Asking) => {
  const [asks, ask] = useState(false);
  if (!asks) {
    return (
      <button type="button" disabled={disabled} onClick={() => ask(true)}>
        {label}
      </button>
    );
  }
  return <Question label={label} question={question} busy={busy || disabled} act={() => void act().then(() => ask(false))} back={() => ask(false)} />;
};

const Question = ({ label, question, busy, act, back }: Omit<Asking, "act"> & { act(): void; back(): void }) => {
  const first = useFocus<HTMLButtonElement>();
  return (
    <div class="sure" role="group" aria-label={question}>
      <span>{question}</span>
      <button type="button" class="primary" ref={first} disabled={busy} onClick={act}>
        {label}
      </button>
      <button type="button" disabled={busy} onClick={back}>
        {t("desk-back")}
      </button>
    </div>
  );
};
