// A new password, with the code that an operator made.
import { useState } from "preact/hooks";
import { AskingForm } from "../parts/asking-form";
import { Missing } from "../parts/missing";
import { PasswordField } from "../parts/password-field";
import { room, useRoom } from "../room/room";
import { t } from "../words/words";

export const ResetPage = ({ code }: { code: string }) => {
  const { line: { standing }, account: { session } } = useRoom();
  const [password, set] = useState("");
  const done = (): void => {
    room.screen.toast(t("account-password-changed"));
    location.hash = "#/";
  };
  if (session) return <Missing text="account-reset-signed-in" />;
  return (
    <main class="pad reset">
      <h1>{t("account-reset")}</h1>
      <p class="mute">{t("account-reset-says")}</p>
      <AskingForm action={t("account-reset")} send={() => room.signIn.useResetCode(code, password)} done={done}>
        <PasswordField label={t("account-new-password")} kind="new" value={password} change={set} disabled={standing !== "open"} />
      </AskingForm>
    </main>
  );
};
