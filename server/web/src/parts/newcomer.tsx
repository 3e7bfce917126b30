// Asks a guest with a made-up name, once, whether they want another one, and shows where the avatar
// is chosen.
import { useState } from "preact/hooks";
import { answered, madeUpName, newcomer } from "../room/newcomer";
import { room, useRoom } from "../room/room";
import { t } from "../words/words";
import { AccountDialog } from "./account";
import { AskingForm } from "./asking-form";
import { Avatar } from "./avatar";
import { Dialog } from "./dialog";

export const NewcomerBanner = () => {
  const { account: { session } } = useRoom();
  const [asked, ask] = useState<"appearance" | "name" | "upgrade" | null>(null);
  if (!session) return null;
  const keep = (): void => {
    answered();
    room.screen.changed();
  };
  const close = (): void => ask(null);
  return (
    <section class="banner newcomer" aria-label={t("account-newcomer")}>
      <button class="own-avatar" aria-label={t("account-appearance")} title={t("account-appearance")} onClick={() => ask("appearance")}>
        <Avatar name={session.name} avatar={session.avatar} color={session.color} size={44} />
      </button>
      <span>{t("account-newcomer-says", { name: session.name })}</span>
      <button class="primary" onClick={keep}>
        {t("account-keep-name")}
      </button>
      <button onClick={() => ask("appearance")}>{t("account-appearance")}</button>
      <button onClick={() => ask(newcomer()?.played ? "upgrade" : "name")}>{t("account-choose-name")}</button>
      {asked === "name" && <NameDialog close={close} />}
      {(asked === "appearance" || asked === "upgrade") && <AccountDialog first={asked} close={close} />}
    </section>
  );
};

/** A guest who has not played yet enters again under another name. */
const NameDialog = ({ close }: { close(): void }) => {
  const [name, setName] = useState(madeUpName);
  const done = (): void => {
    answered();
    close();
  };
  return (
    <Dialog title={t("account-choose-name")} close={close}>
      <AskingForm action={t("account-take-name")} send={() => room.signIn.enterUnderAnotherName(name.trim())} done={done}>
        <label>
          {t("host-your-name")}
          <input required minLength={2} maxLength={24} autocomplete="nickname" value={name} onInput={({ currentTarget }) => setName(currentTarget.value)} onFocus={({ currentTarget }) => currentTarget.select()} />
        </label>
        <button type="button" onClick={() => setName(madeUpName())}>
          {t("account-another-name")}
        </button>
      </AskingForm>
    </Dialog>
  );
};
