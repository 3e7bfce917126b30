// A dialog in front of the page. It is the browser's own, which traps focus and closes on Escape.
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { t } from "../words/words";

interface Asked {
  title: string;
  close(): void;
  children: ComponentChildren;
}

export const Dialog = ({ title, close, children }: Asked) => {
  const place = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => place.current?.showModal(), []);
  return (
    <dialog
      ref={place}
      aria-labelledby={id}
      onClose={close}
      onClick={(event) => event.target === place.current && close()}
    >
      <div class="dialog">
        <header>
          <h2 id={id}>{title}</h2>
          <button class="icon" aria-label={t("app-close")} onClick={close}>
            ✕
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
};
