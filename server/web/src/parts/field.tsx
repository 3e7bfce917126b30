// A field of a form whose values the server checks: its label, its limit, and the reason for a
// refusal.
import type { ComponentChildren } from "preact";
import { kebab } from "../room/words";
import { language, t } from "../words/words";

interface Refusing<T extends string> {
  /** What the room calls it. */
  term: T;
  /** The one that was refused last. */
  wrong: { term: T; message: string } | null;
  /** What the field allows. */
  hint?: string;
}

/** Why the room refused a term. The server says it in English; other languages have a sentence for each term. */
export const Refused = <T extends string>({ term, wrong, hint }: Refusing<T>) =>
  wrong?.term === term && (
    <span class="refused" role="alert">
      {language() === "en" ? (
        wrong.message
      ) : (
        <>
          {refusedTerm(term)} {hint && t("error-bounds", { bounds: hint })} <small lang="en">{wrong.message}</small>
        </>
      )}
    </span>
  );

/** The refusal of a term in a language other than English. */
export const refusedTerm = (term: string): string => t(`error-term-${kebab(term)}`);

interface Labelled<T extends string> extends Refusing<T> {
  label: string;
  wide?: boolean;
  /** The values are long, so the field takes two columns. */
  long?: boolean;
  children: ComponentChildren;
}

export const Field = <T extends string>({ term, label, hint, wrong, wide, long, children }: Labelled<T>) => (
  <label class={wide ? "wider" : long ? "longer" : ""}>
    <span class="spread">
      {label} {hint && <small class="mute">{hint}</small>}
    </span>
    {children}
    <Refused term={term} wrong={wrong} hint={hint} />
  </label>
);

interface Offered<T extends string> extends Omit<Labelled<T>, "children"> {
  value: string;
  options: readonly { id: string; name: string }[];
  choose: (id: string) => void;
}

/** A field with a list to choose from. */
export const Choice = <T extends string>({ value, options, choose, ...labelled }: Offered<T>) => (
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
