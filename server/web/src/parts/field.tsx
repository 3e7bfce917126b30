// A field of a form whose values the server checks: its label, its limit, and the reason for a
// refusal.
import type { ComponentChildren } from "preact";

interface Labelled<T> {
  /** The protocol's name of the field. */
  term: T;
  label: string;
  hint?: string;
  /** The field refused last. */
  wrong: { term: T; message: string } | null;
  wide?: boolean;
  /** The values are long, so the field takes two columns. */
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
