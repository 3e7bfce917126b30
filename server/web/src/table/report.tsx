// Reports another player to the operators, with the last hand if it is about one.
import { useState } from "preact/hooks";
import { AskingForm } from "../parts/asking-form";
import { Dialog } from "../parts/dialog";
import { room } from "../room/room";
import type { Table } from "../room/table";
import { chips } from "../room/words";
import { t } from "../words/words";

/** Returns all other players at the table, and everyone who has chatted there. */
const othersAt = (table: Table): string[] => {
  const names = [...table.seats.all.flatMap((seat) => (seat ? [seat.name] : [])), ...table.talk.chat.map(({ name }) => name)];
  return [...new Set(names)].filter((name) => name !== room.account.session?.name);
};

/** Returns the hand that ended last. */
const lastOver = (table: Table): number | null => {
  const hand = table.hand;
  if (!hand) return null;
  const last = hand.over ? hand.number : hand.number - 1;
  return last > 0 ? last : null;
};

export const ReportDialog = ({ table, close }: { table: Table; close(): void }) => {
  const others = othersAt(table);
  const hand = lastOver(table);
  const [player, choose] = useState(others[0] ?? "");
  const [about, attach] = useState(hand !== null);
  const [text, write] = useState("");
  const send = (): Promise<unknown> => room.chat.report(table.id, player, about ? hand : null, text.trim());
  const done = (): void => {
    close();
    room.screen.toast(t("panel-reported"));
  };
  return (
    <Dialog title={t("panel-report")} close={close}>
      {others.length === 0 ? (
        <p class="mute">{t("panel-report-nobody")}</p>
      ) : (
        <AskingForm action={t("panel-report-send")} send={send} done={done}>
          <p class="mute">{t("panel-report-says")}</p>
          <label>
            {t("panel-report-player")}
            <select value={player} onChange={({ currentTarget }) => choose(currentTarget.value)}>
              {others.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </label>
          {hand !== null && (
            <label class="toggle">
              <input type="checkbox" role="switch" checked={about} onChange={({ currentTarget }) => attach(currentTarget.checked)} />
              <span>{t("panel-report-hand", { number: chips(hand) })}</span>
            </label>
          )}
          <label>
            {t("panel-report-text")}
            <textarea class="report-text" value={text} onInput={({ currentTarget }) => write(currentTarget.value)} required maxLength={280} rows={3} />
          </label>
        </AskingForm>
      )}
    </Dialog>
  );
};
