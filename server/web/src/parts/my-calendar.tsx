// The secret address of the player's own calendar: made, shown once, replaced and revoked. It is an
// API token that reads these dates and does nothing else.
import { useEffect, useState } from "preact/hooks";
import { Refusal } from "cardroom-bot/connection";
import type { ApiTokenInfo } from "cardroom-bot/protocol";
import { haveFeeds } from "../room/feeds";
import { apiTokens, createApiToken, revokeApiToken } from "../room/requests/api-tokens";
import { useRoom } from "../room/room";
import { dateOf } from "../room/words";
import { t } from "../words/words";
import { usedOf } from "./api-tokens";
import { AskingForm } from "./asking-form";
import { copyText } from "./invitation";
import { PasswordField } from "./password-field";

const isCalendar = ({ scopes }: ApiTokenInfo): boolean => scopes.length === 1 && scopes[0] === "Calendar";

/** Labels of tokens differ, so that the new address can be there before the old one ends. */
const labelNow = (): string => t("account-calendar-label", { moment: new Date().toISOString().slice(0, 19).replace("T", " ") });

export const MyCalendar = () => {
  const [offered, offer] = useState(false);
  const [addresses, list] = useState<ApiTokenInfo[]>([]);
  const [made, show] = useState<string | null>(null);
  const [replaces, replace] = useState(false);
  const bring = async (): Promise<void> => list((await apiTokens()).filter(isCalendar));
  useEffect(() => {
    void haveFeeds().then((have) => {
      offer(have);
      if (have) void bring();
    });
  }, []);
  if (!offered) return null;
  const revoke = async (): Promise<void> => {
    for (const { id } of addresses) await revokeApiToken(id, t("account-calendar-revoked"));
    show(null);
    replace(false);
    await bring();
  };
  const take = async (token: string): Promise<void> => {
    for (const { id } of addresses) await revokeApiToken(id, null);
    show(`${location.origin}/calendar/${token}.ics`);
    replace(false);
    await bring();
  };
  return (
    <section aria-label={t("account-calendar")}>
      <h3>{t("account-calendar")}</h3>
      <p class="mute small">{t("account-calendar-says")}</p>
      <p class="mute small">{t("account-calendar-secret")}</p>
      {made && (
        <div class="banner good new-token" role="status">
          <span>{t("account-calendar-once")}</span>
          <code>{made}</code>
          <button onClick={() => void copyText(made, t("account-calendar-copied"))}>{t("account-calendar-copy")}</button>
        </div>
      )}
      {addresses.map((address) => (
        <p key={address.id}>{t("account-calendar-made", { day: dateOf(address.created_ms), used: usedOf(address) })}</p>
      ))}
      {addresses.length > 0 && (
        <div class="row">
          <button aria-expanded={replaces} onClick={() => replace(!replaces)}>
            {t("account-calendar-replace")}
          </button>
          <button onClick={() => void revoke()}>{t("account-calendar-revoke")}</button>
        </div>
      )}
      {(addresses.length === 0 || replaces) && <NewAddress replaces={replaces} made={take} />}
    </section>
  );
};

const NewAddress = ({ replaces, made }: { replaces: boolean; made(token: string): Promise<void> }) => {
  const { account: { session } } = useRoom();
  const [password, type] = useState("");
  const [code, ask] = useState<string | null>(null);
  const make = async (): Promise<void> => {
    try {
      const token = await createApiToken({ label: labelNow(), scopes: ["Calendar"], ends_at: null, password: password || null, code });
      if (token) await made(token.token);
    } catch (error) {
      // The password is right, and the account has a second factor.
      if (error instanceof Refusal && error.code === "second_factor_needed") {
        ask("");
        throw new Refusal(error.code, t("account-calendar-needs-code"));
      }
      throw error;
    }
  };
  return (
    <AskingForm action={t(replaces ? "account-calendar-replace" : "account-calendar-make")} send={make}>
      {replaces && <p class="mute small">{t("account-calendar-replace-says")}</p>}
      <input class="unseen" tabIndex={-1} aria-hidden="true" autocomplete="username" value={session?.name} readOnly />
      {!session?.guest && <PasswordField label={t("account-token-password")} kind="current" value={password} change={type} />}
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
