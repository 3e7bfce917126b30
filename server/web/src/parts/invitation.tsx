// The code of a private table or tournament and its link, each to be read out or copied.
import { room } from "../room/room";

/** Five and five are read more easily than ten. */
const spelled = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`;

export const Invitation = ({ code }: { code: string }) => {
  const link = `${location.origin}/#/join/${code}`;
  const copy = async (text: string, said: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      room.toast(said);
    } catch {
      room.toast("The browser does not let the page copy: mark the code and copy it.", true);
    }
  };
  return (
    <div class="invitation">
      <code aria-label="Code">{spelled(code)}</code>
      <button onClick={() => void copy(code, "Code copied")}>Copy the code</button>
      <button onClick={() => void copy(link, "Link copied")}>Copy the link</button>
      <a class="link" href={link}>
        {link}
      </a>
    </div>
  );
};
