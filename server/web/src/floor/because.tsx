// A button whose command needs a reason: it opens a line to write one.
import { useState } from "preact/hooks";
import { t } from "../words/words";

interface Because {
  /** What the button says, before and after the reason. */
  verb: string;
  /** What the command is about, for those who hear the page. */
  about: string;
  /** Who reads the reason, if that is not everyone. */
  hint?: string;
  give(reason: string): Promise<boolean>;
}

export const Because = ({ verb, about, hint = t("floor-reason-hint"), give }: Because) => {
  const [reason, write] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  if (reason === null) {
    return (
      <button aria-label={t("floor-verb-about", { verb, about })} onClick={() => write("")}>
        {verb}
      </button>
    );
  }
  const order = async (submitted: Event): Promise<void> => {
    submitted.preventDefault();
    setBusy(true);
    if (await give(reason).finally(() => setBusy(false))) write(null);
  };
  return (
    <form class="because" aria-label={t("floor-verb-about", { verb, about })} onSubmit={(submitted) => void order(submitted)}>
      <label>
        {t("floor-reason")}
        <input required autoFocus maxLength={280} value={reason} placeholder={hint} onInput={({ currentTarget }) => write(currentTarget.value)} />
      </label>
      <div class="row">
        <button class="primary" disabled={busy}>
          {verb}
        </button>
        <button type="button" class="quiet" onClick={() => write(null)}>
          {t("floor-leave-it")}
        </button>
      </div>
    </form>
  );
};
