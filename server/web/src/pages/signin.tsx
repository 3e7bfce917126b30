// Back from the sign-in provider: with a ticket for this tab, or with the reason for a failure.
import { useEffect, useState } from "preact/hooks";
import { AskingForm } from "../parts/asking-form";
import { Missing } from "../parts/missing";
import { PasswordField } from "../parts/password-field";
import { ProviderButton } from "../parts/provider";
import { Refusal } from "cardroom-bot/connection";
import { away, returned } from "../room/provider";
import { isMadeUp, untagged } from "../room/names";
import { room, useRoom } from "../room/room";
import { t } from "../words/words";

/**
 * Returns the name that the provider suggests for a new account. Null if an account has this
 * sign-in.
 */
const suggested = (): string | null => {
  const [, , , name] = location.hash.split("/");
  return name === undefined ? null : decodeURIComponent(name);
};

const goBack = (toast: string): void => {
  room.screen.toast(toast);
  location.replace(returned());
};

export const SignInPage = ({ ticket }: { ticket: string }) => {
  const { line: { standing }, signIn: { arriving, provider }, account: { session } } = useRoom();
  const [kept] = useState(away);
  if (!kept) return <Failed reason="expired" />;
  if (standing !== "open" || arriving || !provider) return <Missing text="account-provider-waits" />;
  const proof = { ticket, verifier: kept.verifier };
  const name = suggested();
  if (session?.guest) return name === null ? <LeaveGuest /> : <Named proof={proof} suggestion={name} guest />;
  if (session) return <Link proof={proof} />;
  return name === null ? <SignIn proof={proof} /> : <Named proof={proof} suggestion={name} guest={false} />;
};

interface Proof {
  ticket: string;
  verifier: string;
}

/** An account has this sign-in: signs in at once, or requests the second factor. */
const SignIn = ({ proof }: { proof: Proof }) => {
  const [state, be] = useState<"busy" | "code" | { refused: string }>("busy");
  const [code, type] = useState("");
  const signIn = (given: string | null): Promise<void> =>
    room.signIn.loginWithTicket(proof, null, given).then(() => goBack(t("account-provider-welcome", { name: room.account.session?.name ?? "" })));
  useEffect(() => {
    signIn(null).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
      be(error.code === "second_factor_needed" ? "code" : { refused: error.message });
    });
  }, []);
  if (state === "busy") return <Missing text="account-provider-waits" />;
  if (state !== "code") return <Failed reason="refused" text={state.refused} />;
  return (
    <Frame>
      <AskingForm action={t("account-sign-in")} send={() => signIn(code)}>
        <label>
          {t("account-code")}
          <input
            value={code}
            onInput={({ currentTarget }) => type(currentTarget.value)}
            required
            maxLength={20}
            autocomplete="one-time-code"
            autofocus
          />
        </label>
      </AskingForm>
    </Frame>
  );
};

/** No account has this sign-in: a new one needs a name, and a guest keeps everything. */
const Named = ({ proof, suggestion, guest }: { proof: Proof; suggestion: string; guest: boolean }) => {
  const own = room.account.session && !isMadeUp(room.account.session.name) ? untagged(room.account.session.name) : "";
  const [name, setName] = useState(suggestion || own);
  const send = (): Promise<unknown> =>
    guest ? room.signIn.link(proof, null, name.trim()) : room.signIn.loginWithTicket(proof, name.trim(), null);
  return (
    <Frame>
      <p class="mute">{guest ? t("account-says-upgrade", { chips: room.account.session?.balance ?? 0 }) : t("account-provider-new")}</p>
      <AskingForm action={t("account-create")} send={send} done={() => goBack(t("account-created"))}>
        <label>
          {t("account-name")}
          <input
            value={name}
            onInput={({ currentTarget }) => setName(currentTarget.value)}
            required
            minLength={2}
            maxLength={24}
            autocomplete="username"
            autofocus
          />
        </label>
      </AskingForm>
    </Frame>
  );
};

/** An account has this sign-in, but this tab plays as a guest who would be lost. */
const LeaveGuest = () => (
  <Frame>
    <p role="alert">{t("account-provider-guest")}</p>
    <button class="primary wide" onClick={() => void room.logout()}>
      {t("account-provider-leave")}
    </button>
    <a class="button wide" href={away()?.back ?? "#/"}>
      {t("account-provider-stay")}
    </a>
  </Frame>
);

/** Links the account that is signed in. */
const Link = ({ proof }: { proof: Proof }) => {
  const { signIn: { provider }, account: { session } } = useRoom();
  const [password, type] = useState("");
  const of = { provider: provider?.provider ?? "", name: session?.name ?? "" };
  return (
    <Frame>
      <p class="mute">{t("account-provider-says-link", of)}</p>
      <AskingForm
        action={t("account-provider-link", of)}
        send={() => room.signIn.link(proof, password, null)}
        done={() => goBack(t("account-provider-linked", of))}
      >
        <PasswordField kind="current" value={password} change={type} autofocus />
      </AskingForm>
    </Frame>
  );
};

const Frame = ({ children }: { children: preact.ComponentChildren }) => {
  const { signIn: { provider } } = useRoom();
  return (
    <main class="pad reset">
      <h1>{t("account-provider-sign-in", { provider: provider?.provider ?? "" })}</h1>
      {children}
    </main>
  );
};

const REASONS: readonly string[] = ["denied", "expired", "provider", "busy"];

/** Says why a sign-in failed, and offers another try. */
export const Failed = ({ reason, text }: { reason: string; text?: string }) => {
  const { account: { session } } = useRoom();
  return (
    <main class="pad reset">
      <h1>{t("account-provider-failed")}</h1>
      <p role="alert">{text ?? t(`account-provider-${REASONS.includes(reason) ? reason : "provider"}`)}</p>
      {!session && <ProviderButton word="account-provider-sign-in" />}
      <a class="button wide" href={away()?.back ?? "#/"}>
        {t("account-provider-back")}
      </a>
    </main>
  );
};
