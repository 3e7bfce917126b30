// A dialog in front of the page. It uses the browser's dialog element, which traps focus and closes
// on Escape.
import type { ComponentChildren, RefObject } from "preact";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { room } from "../room/room";
import { t } from "../words/words";
import { Toasts } from "./toasts";
import { TurnAlert } from "./turn-alert";

interface Asked {
  title: string;
  close(): void;
  children: ComponentChildren;
}

/** The open dialogs, the frontmost last. */
const open: HTMLDialogElement[] = [];

/** Returns the frontmost open dialog, if any. */
export const inFront = (): HTMLDialogElement | null => open.at(-1) ?? null;

/**
 * The elements that get the focus in a new dialog, in order of preference. The button that closes
 * it comes last.
 */
const FIRST = ["[autofocus]", 'input:enabled:not([tabindex="-1"]), select:enabled, textarea:enabled', ".primary:enabled", "a[href], button:enabled"];

const focusFirst = (dialog: HTMLDialogElement): void => {
  const body = dialog.querySelector(".dialog-body");
  const first = FIRST.map((selector) => body?.querySelector<HTMLElement>(selector)).find(Boolean);
  (first ?? dialog.querySelector<HTMLElement>(".dialog"))?.focus({ preventScroll: true });
};

/** Focuses an element when it appears, for a part of a dialog that replaces another. */
export const useFocus = <T extends HTMLElement>(): RefObject<T | null> => {
  const element = useRef<T>(null);
  useEffect(() => element.current?.focus(), []);
  return element;
};

export const Dialog = ({ title, close, children }: Asked) => {
  const place = useRef<HTMLDialogElement>(null);
  const [shown, show] = useState<HTMLDialogElement | null>(null);
  const id = useId();
  // Before the browser draws it: an Escape right after the dialog's first text closes it already.
  useLayoutEffect(() => {
    const dialog = place.current;
    if (!dialog) return;
    const before = document.activeElement as HTMLElement | null;
    dialog.showModal();
    focusFirst(dialog);
    open.push(dialog);
    show(dialog);
    room.screen.changed();
    return () => {
      open.splice(open.indexOf(dialog), 1);
      room.screen.changed();
      // Once the dialog is gone, the focus returns to the element that opened it.
      setTimeout(() => document.activeElement === document.body && before?.isConnected && before.focus({ preventScroll: true }));
    };
  }, []);
  return (
    <dialog
      ref={place}
      aria-labelledby={id}
      onClose={close}
      onClick={(event) => event.target === place.current && close()}
    >
      <div class="dialog" tabIndex={-1}>
        <div class="dialog-head">
          <h2 id={id}>{title}</h2>
          <button class="icon" aria-label={t("app-close")} onClick={close}>
            ✕
          </button>
        </div>
        <div class="dialog-body">{children}</div>
      </div>
      {shown && <Toasts of={shown} />}
      {shown && <TurnAlert of={shown} />}
    </dialog>
  );
};
