// The second factor of the account: a key for an authenticator, and recovery codes.
import { useEffect, useState } from "preact/hooks";
import { renderSVG } from "uqr";
import type { SecondFactorKey } from "cardroom-bot/protocol";
import { beginSecondFactor, confirmSecondFactor, hasSecondFactor, removeSecondFactor } from "../room/requests/second-factor";
import { room } from "../room/room";
import { t } from "../words/words";
import { AskingForm } from "./asking-form";
import { copyText } from "./invitation";
import { PasswordField } from "./password-field";

type State = "unknown" | "off" | "on";

export const SecondFactor = () => {
  const [state, be] = useState<State>("unknown");
  const [key, show] = useState<SecondFactorKey | null>(null);
  const [codes, give] = useState<string[]>([]);
  const [typed, type] = useState("");
  useEffect(() => void hasSecondFactor().then((on) => be(on ? "on" : "off")), []);
  const code = (
    <label>
      {t(state === "on" ? "account-factor-or-recovery" : "account-factor-code")}
      <input
        value={typed}
        onInput={({ currentTarget }) => type(currentTarget.value)}
        required
        minLength={6}
        maxLength={20}
        autocomplete="one-time-code"
        inputMode={state === "on" ? "text" : "numeric"}
      />
    </label>
  );
  const confirmed = async (): Promise<void> => {
    give(await confirmSecondFactor(typed));
    show(null);
    type("");
    be("on");
  };
  const removed = (): void => {
    give([]);
    type("");
    be("off");
    room.screen.toast(t("account-factor-removed"));
  };
  return (
    <section aria-label={t("account-factor")}>
      <h3>{t("account-factor")}</h3>
      <p class="mute small">{t(state === "on" ? "account-factor-on" : "account-factor-off")}</p>
      {codes.length > 0 && (
        <div class="banner good new-token" role="status">
          <span>{t("account-factor-recovery")}</span>
          <code>{codes.join("\n")}</code>
          <button onClick={() => void copyText(codes.join("\n"), t("account-factor-copied"))}>{t("account-factor-copy")}</button>
        </div>
      )}
      {state === "on" && codes.length === 0 && (
        <AskingForm action={t("account-factor-remove")} send={() => removeSecondFactor(typed)} done={removed}>
          {code}
        </AskingForm>
      )}
      {state === "off" && !key && (
        <AskingForm action={t("account-factor-begin")} send={async () => show(await beginSecondFactor(typed))} done={() => type("")}>
          <PasswordField kind="current" value={typed} change={type} />
        </AskingForm>
      )}
      {key && (
        <AskingForm action={t("account-factor-confirm")} send={confirmed}>
          <p>{t("account-factor-scan")}</p>
          <div class="qr" role="img" aria-label={t("account-factor-qr")} dangerouslySetInnerHTML={{ __html: renderSVG(key.address, { border: 2 }) }} />
          <p class="mute small">
            {t("account-factor-type")} <code>{key.key.match(/.{1,4}/g)?.join(" ")}</code>
          </p>
          {code}
        </AskingForm>
      )}
    </section>
  );
};
