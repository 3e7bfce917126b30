// Tokens for bots and scripts: make one, see it once, revoke it.
import { useState } from "preact/hooks";
import { room } from "../room/room";
import { t } from "../words/words";
import { AskingForm } from "./asking-form";
import { copyText } from "./invitation";

export const ApiTokens = () => {
  const [label, name] = useState("");
  const [made, show] = useState<{ label: string; token: string } | null>(null);
  return (
    <section aria-label={t("account-tokens")}>
      <h3>{t("account-tokens")}</h3>
      <p class="mute small">{t("account-tokens-says")}</p>
      {made && (
        <div class="banner good new-token" role="status">
          <span>{t("account-token-once", { label: made.label })}</span>
          <code>{made.token}</code>
          <button onClick={() => void copyText(made.token, t("account-token-copied"))}>{t("account-copy-token")}</button>
        </div>
      )}
      <AskingForm
        action={t("account-create-token")}
        send={async () => show(await room.createApiToken(label.trim()))}
        done={() => name("")}
      >
        <label>
          {t("account-token-label")}
          <input value={label} onInput={({ currentTarget }) => name(currentTarget.value)} required maxLength={40} autocomplete="off" />
        </label>
      </AskingForm>
    </section>
  );
};
