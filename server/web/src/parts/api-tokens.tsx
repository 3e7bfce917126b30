// Tokens for bots and scripts: make one, see it once, revoke it.
import { useEffect, useState } from "preact/hooks";
import type { ApiTokenInfo } from "../protocol";
import { room } from "../room/room";
import { dateOf } from "../room/words";
import { t } from "../words/words";
import { AskingForm } from "./asking-form";
import { copyText } from "./invitation";

export const ApiTokens = () => {
  const [label, name] = useState("");
  const [made, show] = useState<{ label: string; token: string } | null>(null);
  const [tokens, list] = useState<ApiTokenInfo[]>([]);
  const bring = async (): Promise<void> => list(await room.apiTokens());
  useEffect(() => void bring(), []);
  const create = async (): Promise<void> => {
    show(await room.createApiToken(label.trim()));
    // The form is done. If it waited for the list, it would clear what is typed next.
    void bring();
  };
  const revoke = async (id: number): Promise<void> => {
    await room.revokeApiToken(id);
    await bring();
  };
  const everywhere = async (): Promise<void> => {
    await room.signOutEverywhere();
    await bring();
  };
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
      {tokens.length > 0 && (
        <ul class="held">
          {tokens.map(({ id, label: of, last_used_ms }) => (
            <li key={id}>
              <span>
                {of} <small class="mute">{last_used_ms ? t("account-token-used", { day: dateOf(last_used_ms) }) : t("account-token-unused")}</small>
              </span>
              <button aria-label={t("account-revoke-of", { label: of })} onClick={() => void revoke(id)}>
                {t("account-revoke")}
              </button>
            </li>
          ))}
        </ul>
      )}
      <AskingForm action={t("account-create-token")} send={create} done={() => name("")}>
        <label>
          {t("account-token-label")}
          <input value={label} onInput={({ currentTarget }) => name(currentTarget.value)} required maxLength={40} autocomplete="off" />
        </label>
      </AskingForm>
      <p class="mute small">{t("account-sign-out-says")}</p>
      <button onClick={() => void everywhere()}>{t("account-sign-out-everywhere")}</button>
    </section>
  );
};
