// The button that leads to the server's sign-in provider, and the account's link to it.
import { useState } from "preact/hooks";
import { goToProvider } from "../room/provider";
import { room, useRoom } from "../room/room";
import { t } from "../words/words";
import { AskingForm } from "./asking-form";
import { PasswordField } from "./password-field";

/** Leads to the provider. Shows nothing if the server has none. */
export const ProviderButton = ({ word }: { word: "account-provider-sign-in" | "account-provider-create" | "account-provider-link" }) => {
  const { signIn: { provider } } = useRoom();
  const [busy, setBusy] = useState(false);
  if (!provider) return null;
  const go = async (): Promise<void> => {
    setBusy(true);
    const refused = await goToProvider();
    if (refused === null) return;
    setBusy(false);
    room.screen.toast(refused || t("account-provider-unreachable"), true);
  };
  return (
    <button type="button" class="wide provider" disabled={busy} onClick={() => void go()}>
      {t(word, { provider: provider.provider })}
    </button>
  );
};

/** Links the account to the provider, or ends the link. */
export const ProviderLink = () => {
  const { signIn: { provider } } = useRoom();
  const [password, setPassword] = useState("");
  if (!provider) return null;
  const name = provider.provider;
  const done = (): void => {
    setPassword("");
    room.screen.toast(t("account-provider-unlinked", { provider: name }));
  };
  return (
    <section aria-label={name}>
      <h3>{name}</h3>
      <p class="mute small">{t(provider.linked ? "account-provider-on" : "account-provider-off", { provider: name })}</p>
      {provider.linked ? (
        <AskingForm action={t("account-provider-unlink")} send={() => room.signIn.unlink(password)} done={done}>
          <PasswordField kind="current" value={password} change={setPassword} />
        </AskingForm>
      ) : (
        <ProviderButton word="account-provider-link" />
      )}
    </section>
  );
};
