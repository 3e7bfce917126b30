// The list of keys, shown by `?` on every page.
import { useEffect, useState } from "preact/hooks";
import { settings } from "../room/settings";
import { t } from "../words/words";
import { Dialog } from "./dialog";

const KEYS: readonly [keys: string[], text: string][] = [
  [["F"], "app-keys-fold"],
  [["C"], "app-keys-call"],
  [["R"], "app-keys-raise"],
  [["↑", "↓"], "app-keys-amount"],
  [["1", "–", "5"], "app-keys-sizes"],
  [["Enter"], "app-keys-confirm"],
  [["N"], "app-keys-next"],
  [["←", "→"], "app-keys-replay"],
  [["?"], "app-keys-help"],
];

/**
 * Returns whether the player is typing in a field, which then gets the keys. A slider takes no
 * letters.
 */
export const isTyping = ({ target }: KeyboardEvent): boolean =>
  /^(INPUT|TEXTAREA|SELECT)$/.test((target as HTMLElement).tagName) && (target as HTMLInputElement).type !== "range";

/** Returns whether the key is a single character, and the player has turned such shortcuts off. */
export const isOff = ({ key }: KeyboardEvent): boolean => !settings.shortcuts && key.length === 1;

export const Keys = () => {
  const [shown, show] = useState(false);
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (event.key !== "?" || isOff(event) || event.ctrlKey || event.metaKey || isTyping(event) || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      show(true);
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, []);
  if (!shown) return null;
  return (
    <Dialog title={t("app-keys")} close={() => show(false)}>
      <dl class="keys">
        {KEYS.map(([keys, text]) => (
          <div key={text}>
            <dt>
              {keys.map((key) => (key === "–" ? key : <kbd key={key}>{key}</kbd>))}
            </dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
};
