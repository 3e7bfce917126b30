// A question in front of the page: the browser's own dialog, so that focus and Escape are its business.
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";

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
          <button class="icon" aria-label="Close" onClick={close}>
            ✕
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
};
