// The code of a private table or tournament and its link, each to be read out or copied.
import { room } from "../room/room";
import { t } from "../words/words";
import { reachOf } from "./reach";

/** Copies a text, and confirms it with a message. */
export const copyText = async (text: string, done: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(text);
    room.screen.toast(done);
  } catch {
    room.screen.toast(t("app-cannot-copy"), true);
  }
};

/** Returns the code in two groups of five, which are easier to read out. */
export const spelled = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`;

/** Says in one sentence whom a link of this page does not reach; nothing if it reaches everyone. */
export const LinkReach = () => {
  const reach = reachOf(location.hostname);
  if (reach === "everyone") return null;
  return <p class="mute">{t(reach === "computer" ? "host-link-here-only" : "host-link-network-only")}</p>;
};

export const Invitation = ({ code }: { code: string }) => {
  const link = `${location.origin}/#/join/${code}`;
  return (
    <div class="invitation">
      <code aria-label={t("app-code")}>{spelled(code)}</code>
      <button onClick={() => void copyText(code, t("app-code-copied"))}>{t("app-copy-code")}</button>
      <button onClick={() => void copyText(link, t("app-link-copied"))}>{t("app-copy-link")}</button>
      <a class="link" href={link}>
        {link}
      </a>
    </div>
  );
};
