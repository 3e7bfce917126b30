// One form for every command of the floor: the command, its inputs, the reason, and its rule.
import { useState } from "preact/hooks";
import { refuseMark } from "../parts/amount-input";
import { t } from "../words/words";

/** A field of a command. A pick is from a list that the form gets. Labels are ids of texts. */
export type Field =
  | { kind: "pick"; label: string; from: string; optional?: string }
  | { kind: "number"; label: string; initial?: number; least?: number; step?: number }
  | { kind: "text"; label: string; long?: boolean }
  | { kind: "lines"; label: string }
  | { kind: "check"; label: string }
  | { kind: "choice"; label: string; options: [value: string, name: string][] }
  | { kind: "when"; label: string };

/** The filled-in values. */
export interface Given {
  number(key: string): number;
  text(key: string): string;
  is(key: string): boolean;
  /** Null if nothing was picked. */
  maybe(key: string): number | null;
}

export interface Command<C> {
  group: string;
  name: string;
  fields?: Record<string, Field>;
  /** The rule that it usually rests on. */
  rule?: string;
  /**
   * Until when the command can be undone. Absent if never. The id of a text, like the group and the
   * name.
   */
  back?: string;
  make(given: Given): C;
}

export type Lists = Record<string, [value: number | string, name: string][]>;

interface Commanding<C> {
  label: string;
  /** What is commanded, which tells this form from others of the page. */
  of?: string;
  commands: Command<C>[];
  lists: Lists;
  /** A description of the state that the operator has seen. */
  seen?: string;
  verb?: string;
  /** A note that replaces the one on whether the command can be undone. */
  note?: string;
  /** Returns whether the command succeeded. */
  give(command: C, reason: string, rule: string | null): Promise<boolean>;
}

const groups = (commands: Command<unknown>[]): string[] => [...new Set(commands.map(({ group }) => group))];

export const CommandForm = <C,>({ label, of, commands, lists, seen, verb = t("floor-apply"), note, give }: Commanding<C>) => {
  const [name, choose] = useState(commands[0]?.name ?? "");
  const [filled, fill] = useState<Record<string, string>>({});
  const [reason, setReason] = useState("");
  const [rule, setRule] = useState("");
  const [busy, setBusy] = useState(false);
  const command = commands.find((each) => each.name === name) ?? commands[0];
  if (!command) return null;
  const value = (key: string): string => {
    const field = command.fields?.[key];
    if (filled[key] !== undefined) return filled[key];
    if (field?.kind === "choice") return field.options[0]?.[0] ?? "";
    return field?.kind === "number" ? String(field.initial ?? "") : "";
  };
  const given: Given = {
    number: (key) => Number(value(key)) || 0,
    text: value,
    is: (key) => value(key) === "yes",
    maybe: (key) => (value(key) === "" ? null : Number(value(key))),
  };
  const order = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    const done = await give(command.make(given), reason, rule.trim() || null).finally(() => setBusy(false));
    if (done) {
      fill({});
      setReason("");
      // The rule belongs to the command, and the next one rests on another.
      setRule("");
    }
  };
  return (
    <form class="command" aria-label={of ? `${label}: ${of}` : label} onSubmit={(event) => void order(event)}>
      <label class="which">
        {label}
        <select
          value={command.name}
          onChange={({ currentTarget }) => {
            choose(currentTarget.value);
            fill({});
            setRule("");
          }}
        >
          {groups(commands as Command<unknown>[]).map((group) => (
            <optgroup key={group} label={t(group)}>
              {commands
                .filter((each) => each.group === group)
                .map((each) => (
                  <option key={each.name} value={each.name}>
                    {t(each.name)}
                  </option>
                ))}
            </optgroup>
          ))}
        </select>
      </label>
      {Object.entries(command.fields ?? {}).map(([key, field]) => (
        <Filled key={key} field={field} value={value(key)} lists={lists} set={(text) => fill({ ...filled, [key]: text })} />
      ))}
      <label class="why">
        {t("floor-reason")}
        <input required maxLength={280} value={reason} placeholder={t("floor-reason-hint")} onInput={({ currentTarget }) => setReason(currentTarget.value)} />
      </label>
      <label>
        {t("floor-rule")}
        <input maxLength={40} value={rule} placeholder={command.rule ?? t("floor-no-rule")} onInput={({ currentTarget }) => setRule(currentTarget.value)} />
      </label>
      <button class="primary" disabled={busy}>
        {verb}
      </button>
      <p class="mute small">
        {note ?? (command.back ? t("floor-undo-until", { until: t(command.back) }) : t("floor-no-undo"))}
        {seen && ` ${seen}`}
      </p>
    </form>
  );
};

interface Filling {
  field: Field;
  value: string;
  lists: Lists;
  set(value: string): void;
}

const Filled = ({ field, value, lists, set }: Filling) => {
  if (field.kind === "check") {
    return (
      <label class="toggle">
        <input type="checkbox" role="switch" checked={value === "yes"} onChange={({ currentTarget }) => set(currentTarget.checked ? "yes" : "")} />
        <span>{t(field.label)}</span>
      </label>
    );
  }
  if (field.kind === "pick" || field.kind === "choice") {
    const options: [string | number, string][] =
      field.kind === "choice" ? field.options.map(([each, name]) => [each, t(name)]) : (lists[field.from] ?? []);
    const none = field.kind === "pick" ? field.optional : undefined;
    return (
      <label>
        {t(field.label)}
        <select value={value} required={none === undefined} onChange={({ currentTarget }) => set(currentTarget.value)}>
          {field.kind === "pick" && (
            // Without a default: the lists change while the form is open.
            <option value="" disabled={none === undefined}>
              {t(none ?? "floor-choose")}
            </option>
          )}
          {options.map(([each, name]) => (
            <option key={each} value={each}>
              {name}
            </option>
          ))}
        </select>
      </label>
    );
  }
  if (field.kind === "when") {
    const local = (ms: number): string => new Date(ms - new Date(ms).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
    return (
      <label>
        {t(field.label)}
        <input
          type="datetime-local"
          required
          value={value ? local(Number(value)) : ""}
          onInput={({ currentTarget }) => set(currentTarget.value ? String(new Date(currentTarget.value).getTime()) : "")}
        />
      </label>
    );
  }
  if (field.kind === "lines") {
    return (
      <label class="long">
        {t(field.label)}
        <textarea required rows={4} value={value} onInput={({ currentTarget }) => set(currentTarget.value)} />
      </label>
    );
  }
  const write = ({ currentTarget }: { currentTarget: HTMLInputElement }): void => {
    if (currentTarget.type === "number") refuseMark(currentTarget);
    set(currentTarget.value);
  };
  return (
    <label class={field.kind === "text" && field.long ? "long" : ""}>
      {t(field.label)}
      {field.kind === "number" ? (
        <input required type="number" min={field.least ?? 0} step={field.step} value={value} onInput={write} />
      ) : (
        <input required maxLength={280} value={value} onInput={write} />
      )}
    </label>
  );
};
