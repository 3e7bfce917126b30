// The code of a private table or tournament and its link, each to be read out or copied.
import { room } from "../room/room";
import { t } from "../words/words";

/** Five and five are read more easily than ten. */
const spelled = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`;

export const Invitation = ({ code }: { code: string }) => {
  const link = `${location.origin}/#/join/${code}`;
  const copy = async (text: string, said: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      room.toast(said);
    } catch {
      room.toast(t("app-cannot-copy"), true);
    }
  };
  return (
    <div class="invitation">
      <code aria-label={t("app-code")}>{spelled(code)}</code>
      <button onClick={() => void copy(code, t("app-code-copied"))}>{t("app-copy-code")}</button>
      <button onClick={() => void copy(link, t("app-link-copied"))}>{t("app-copy-link")}</button>
      <a class="link" href={link}>
        {link}
      </a>
    </div>
  );
};
