// What the host tells everyone at the table: a note, such as the address of a call, and when the
// table ends.
import { useState } from "preact/hooks";
import { Field } from "../parts/field";
import type { HostedTerms, TermsRefused } from "cardroom-bot/protocol";
import { room } from "../room/room";
import { timeOf } from "../room/words";
import { t } from "../words/words";
import { useOrder } from "./order";

const ADDRESS = /(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]])/i;

/** A note, with its addresses of web pages as links. */
export const Note = ({ text }: { text: string }) => {
  if (!text) return null;
  return (
    <p class="desk-note">
      {text.split(ADDRESS).map((part, index) =>
        index % 2 ? (
          <a key={index} class="link" href={part} target="_blank" rel="noopener noreferrer">
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </p>
  );
};

export const Ends = ({ at }: { at: number }) => (at === 0 ? null : <p>{t("table-ends-at", { time: timeOf(at) })}</p>);

/** Returns the next moment at which a clock on the wall shows this time, such as 02:00. */
const nextAt = (time: string, now: number): number => {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  const date = new Date(now);
  date.setHours(hours, minutes, 0, 0);
  if (date.getTime() <= now) date.setDate(date.getDate() + 1);
  return date.getTime();
};

/** The note and the end, for the host to change. They apply at once. */
export const NoteForm = ({ hosted: { table, terms } }: { hosted: HostedTerms }) => {
  const [note, write] = useState(terms.note);
  const [end, setEnd] = useState(terms.ends_at_ms ? timeOf(terms.ends_at_ms) : "");
  const [wrong, setWrong] = useState<TermsRefused | null>(null);
  const { busy, refused, give } = useOrder();
  const save = async (event: Event): Promise<void> => {
    event.preventDefault();
    setWrong(null);
    const isSame = terms.ends_at_ms > 0 && end === timeOf(terms.ends_at_ms);
    const ends_at_ms = isSame ? terms.ends_at_ms : end ? nextAt(end, room.now()) : 0;
    await give(async () => {
      const { TermsRefused } = await room.hosting.change(table, { ...terms, note: note.trim(), ends_at_ms });
      if (TermsRefused) setWrong(TermsRefused);
      else room.screen.toast(t("desk-saved"));
    });
  };
  return (
    <section aria-label={t("desk-for-everyone")}>
      <h3>{t("desk-for-everyone")}</h3>
      <Note text={terms.note} />
      <form onSubmit={(event) => void save(event)}>
        <Field term="Note" label={t("desk-note")} wrong={wrong}>
          <input value={note} maxLength={120} placeholder={t("desk-note-hint")} onInput={({ currentTarget }) => write(currentTarget.value)} />
        </Field>
        <div class="desk-line">
          <Field term="End" label={t("desk-end")} wrong={wrong}>
            <input type="time" value={end} onInput={({ currentTarget }) => setEnd(currentTarget.value)} />
          </Field>
          <button disabled={busy}>{t("desk-save")}</button>
        </div>
        <Failed text={refused ?? (wrong && wrong.term !== "Note" && wrong.term !== "End" ? wrong.message : null)} />
      </form>
    </section>
  );
};

/** Why a request was refused. */
export const Failed = ({ text }: { text: string | null }) =>
  text === null ? null : (
    <p class="refused" role="alert">
      {text}
    </p>
  );
