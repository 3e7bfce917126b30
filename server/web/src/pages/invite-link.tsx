// The link of a private table or tournament: to copy, to share with another app, or as a code to
// read out.
import { copyText, LinkReach, spelled } from "../parts/invitation";
import { rich, t } from "../words/words";

export const InviteLink = ({ code, name }: { code: string; name: string }) => {
  const link = `${location.origin}/#/join/${code}`;
  const share = async (): Promise<void> => {
    // If the player closes the share sheet, the promise is rejected. That is not an error.
    await navigator.share({ title: name, text: t("host-share-text", { name }), url: link }).catch(() => undefined);
  };
  return (
    <div class="invite-link">
      <label>
        {t("host-invite-link")}
        <input readOnly value={link} onFocus={({ currentTarget }) => currentTarget.select()} />
      </label>
      <button class="primary" onClick={() => void copyText(link, t("app-link-copied"))}>
        {t("host-copy-link")}
      </button>
      {typeof navigator.share === "function" && <button onClick={() => void share()}>{t("host-share-link")}</button>}
      <LinkReach />
      <p class="mute">{rich("host-or-code", { code: spelled(code) }, { code: (text) => <code>{text}</code> })}</p>
    </div>
  );
};
