// A field of a form whose values are judged by the room: its label, its limit, and why it was
// refused.
import type { ComponentChildren } from "preact";

interface Labelled<T> {
  /** What the room calls it. */
  term: T;
  label: string;
  hint?: string;
  /** The one that was refused last. */
  wrong: { term: T; message: string } | null;
  wide?: boolean;
  /** The values are long: the field takes two columns. */
  long?: boolean;
  children: ComponentChildren;
}

export const Field = <T,>({ term, label, hint, wrong, wide, long, children }: Labelled<T>) => (
  <label class={wide ? "wider" : long ? "longer" : ""}>
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

interface Offered<T> extends Omit<Labelled<T>, "children"> {
  value: string;
  options: readonly { id: string; name: string }[];
  choose: (id: string) => void;
}

/** A field with a list to choose from. */
export const Choice = <T,>({ value, options, choose, ...labelled }: Offered<T>) => (
  <Field {...labelled}>
    <select value={value} onChange={({ currentTarget }) => choose(currentTarget.value)}>
      {options.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  </Field>
);
