// Checks a proof file that the visitor drops or chooses. It needs neither a room nor a network.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { t } from "../words/words";
import { type Report, reportOn } from "./report";
import { Result } from "./result";
import type { Known } from "../deal/index.ts";

const bytes = (text: string): Uint8Array => Uint8Array.from({ length: text.length / 2 }, (_, at) => parseInt(text.slice(2 * at, 2 * at + 2), 16));

/** A file to check, with what is known about it beside the key. */
export interface Chosen {
  name: string;
  content: Uint8Array;
  known?: Known;
}

interface Asked {
  /** The room's key, if the page knows it. */
  knownKey: string;
  /** Files that come from elsewhere. */
  children?(check: (chosen: Chosen) => void): ComponentChildren;
}

export const Checker = ({ knownKey, children }: Asked) => {
  const [key, write] = useState(knownKey);
  const [shown, show] = useState<{ chosen: Chosen; report: Report }[]>([]);
  const [isOver, hover] = useState(false);
  const isKey = /^[0-9a-f]{64}$/.test(key);
  const check = (chosen: readonly Chosen[], by: string = key): void => {
    const keys = /^[0-9a-f]{64}$/.test(by) ? [bytes(by)] : [];
    show(chosen.map((each) => ({ chosen: each, report: reportOn(each.content, { ...each.known, keys }) })));
  };
  const read = async (files: Iterable<File>): Promise<void> =>
    check(await Promise.all([...files].map(async (file) => ({ name: file.name, content: new Uint8Array(await file.arrayBuffer()) }))));
  return (
    <>
      <label
        class={`proof-drop ${isOver ? "over" : ""}`}
        onDragOver={(event) => {
          event.preventDefault();
          hover(true);
        }}
        onDragLeave={() => hover(false)}
        onDrop={(event) => {
          event.preventDefault();
          hover(false);
          void read(event.dataTransfer?.files ?? []);
        }}
      >
        <b>{t("proof-choose")}</b>
        <span class="mute">{t("proof-choose-hint")}</span>
        <input
          type="file" multiple accept=".json,application/json"
          onChange={({ currentTarget }) => {
            void read(currentTarget.files ?? []);
            currentTarget.value = "";
          }}
        />
      </label>
      {children?.((chosen) => check([chosen]))}
      <label class="field">
        <span>{t("proof-key-of-room")}</span>
        <input
          class="hex" value={key} spellcheck={false} autocomplete="off" maxLength={64} placeholder={t("proof-key-hint")} aria-invalid={key !== "" && !isKey}
          onInput={({ currentTarget }) => {
            const typed = currentTarget.value.trim().toLowerCase();
            write(typed);
            if (shown.length) check(shown.map(({ chosen }) => chosen), typed);
          }}
        />
        <small class="mute">{t(key === "" ? "proof-key-none" : !isKey ? "proof-key-wrong" : key === knownKey ? "proof-key-known" : "proof-key-given")}</small>
      </label>
      {shown.map(({ chosen, report }, at) => (
        <Result key={at} report={report} name={chosen.name} />
      ))}
    </>
  );
};
