// A field of a form whose values are judged by the room: its label, its limit, and why it was refused.
import type { ComponentChildren } from "preact";

interface Labelled<T> {
  /** What the room calls it. */
  term: T;
  label: string;
  hint?: string;
  /** The one that was refused last. */
  wrong: { term: T; message: string } | null;
  wide?: boolean;
  children: ComponentChildren;
}

export const Field = <T,>({ term, label, hint, wrong, wide, children }: Labelled<T>) => (
  <label class={wide ? "wider" : ""}>
    <span class="spread">
      {label} {hint && <small class="mute">{hint}</small>}
    </span>
    {children}
    {wrong?.term === term && (
      <span class="refused" role="alert">
        {wrong.message}
      </span>
    )}
  </label>
);
