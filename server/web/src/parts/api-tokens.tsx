// Tokens for bots and scripts: make one with what it may do and its end, see it once, revoke it.
import { useEffect, useState } from "preact/hooks";
import type { ApiTokenInfo, Scope } from "cardroom-bot/protocol";
import { Refusal } from "cardroom-bot/connection";
import { apiTokens, createApiToken, revokeApiToken } from "../room/requests/api-tokens";
import { room, useRoom } from "../room/room";
import { dateOf } from "../room/words";
import { t } from "../words/words";
import { AskingForm } from "./asking-form";
import { copyText } from "./invitation";
import { PasswordField } from "./password-field";

/** The scopes for everyone, and those that do something only for an operator. */
const SCOPES: readonly Scope[] = ["Play", "Read", "Stream"];
const FOR_OPERATORS: readonly Scope[] = ["Floor", "Leagues", "Accounts"];

/** For how many days a token works; 0 without an end. */
const DAYS = [30, 90, 365, 0] as const;
const DAY_MS = 86_400_000;

export const ApiTokens = () => {
  const [made, show] = useState<{ label: string; token: string } | null>(null);
  const [tokens, list] = useState<ApiTokenInfo[]>([]);
  const bring = async (): Promise<void> => list(await apiTokens());
  useEffect(() => void bring(), []);
  const revoke = async (id: number): Promise<void> => {
    await revokeApiToken(id);
    await bring();
  };
  const everywhere = async (): Promise<void> => {
    await room.account.signOutEverywhere();
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
          {tokens.map((token) => (
            <li key={token.id}>
              <span>
                {token.label}{" "}
                <span class="tags">
                  {token.scopes.map((scope) => (
                    <i key={scope} class="tag">
                      {t(`account-scope-${scope}`)}
                    </i>
                  ))}
                </span>
                <small class="mute">
                  {usedOf(token)} · {token.ends_ms === null ? t("account-token-endless") : t("account-token-until", { day: dateOf(token.ends_ms) })}
                </small>
              </span>
              <button aria-label={t("account-revoke-of", { label: token.label })} onClick={() => void revoke(token.id)}>
                {t("account-revoke")}
              </button>
            </li>
          ))}
        </ul>
      )}
      <NewToken
        made={(token) => {
          show(token);
          // The form is done. If it waited for the list, it would clear what is typed next.
          void bring();
        }}
      />
      <p class="mute small">{t("account-sign-out-says")}</p>
      <button onClick={() => void everywhere()}>{t("account-sign-out-everywhere")}</button>
    </section>
  );
};

/** Says when and from where a token was last used. */
export const usedOf = ({ last_used_ms: at, last_address: address }: ApiTokenInfo): string => {
  if (at === null) return t("account-token-unused");
  return address === null ? t("account-token-used", { day: dateOf(at) }) : t("account-token-used-from", { day: dateOf(at), address });
};

const NewToken = ({ made }: { made(token: { label: string; token: string } | null): void }) => {
  const { account: { session } } = useRoom();
  const [label, name] = useState("");
  const [scopes, choose] = useState<readonly Scope[]>(["Play"]);
  const [days, last] = useState<number>(DAYS[1]);
  const [password, type] = useState("");
  const [code, ask] = useState<string | null>(null);
  const isStaff = session?.role === "Floor" || session?.role === "Admin";
  const create = async (): Promise<void> => {
    const ends_at = days ? Date.now() + days * DAY_MS : null;
    const token = { label: label.trim(), scopes: [...scopes], ends_at, password: password || null, code };
    try {
      made(await createApiToken(token));
    } catch (error) {
      // The password is right, and the account has a second factor.
      if (error instanceof Refusal && error.code === "second_factor_needed") {
        ask("");
        throw new Refusal(error.code, t("account-token-needs-code"));
      }
      throw error;
    }
  };
  const done = (): void => {
    name("");
    type("");
    ask(null);
  };
  const turn = (scope: Scope, on: boolean): void => choose(on ? [...scopes, scope] : scopes.filter((each) => each !== scope));
  return (
    <AskingForm action={t("account-create-token")} send={create} done={done}>
      <label>
        {t("account-token-label")}
        <input value={label} onInput={({ currentTarget }) => name(currentTarget.value)} required maxLength={40} autocomplete="off" />
      </label>
      <fieldset class="scopes">
        <legend>{t("account-token-scopes")}</legend>
        {[...SCOPES, ...(isStaff ? FOR_OPERATORS : [])].map((scope) => (
          <label key={scope} class="toggle">
            <input
              type="checkbox"
              checked={scopes.includes(scope)}
              required={scopes.length === 0}
              onChange={({ currentTarget }) => turn(scope, currentTarget.checked)}
            />
            <span>
              {t(`account-scope-${scope}`)} <small class="mute">{t(`account-scope-${scope}-says`)}</small>
            </span>
          </label>
        ))}
      </fieldset>
      <label>
        {t("account-token-end")}
        <select value={days} onChange={({ currentTarget }) => last(Number(currentTarget.value))}>
          {DAYS.map((each) => (
            <option key={each} value={each}>
              {each ? t("account-token-days", { count: each }) : t("account-token-endless")}
            </option>
          ))}
        </select>
      </label>
      <input class="unseen" tabIndex={-1} aria-hidden="true" autocomplete="username" value={session?.name} readOnly />
      <PasswordField label={t("account-token-password")} kind="current" value={password} change={type} />
      {code !== null && (
        <label>
          {t("account-factor-or-recovery")}
          <input
            value={code}
            onInput={({ currentTarget }) => ask(currentTarget.value)}
            required
            minLength={6}
            maxLength={20}
            autocomplete="one-time-code"
          />
        </label>
      )}
    </AskingForm>
  );
};
