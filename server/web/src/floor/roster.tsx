// A roster: all players of a list are entered, or none.
import { useState } from "preact/hooks";
import type { RosterReport } from "cardroom-bot/protocol";
import * as floor from "../room/requests/floor";
import { room } from "../room/room";
import type { Tournament } from "../room/tournament";
import { language, t } from "../words/words";

const COLUMNS = ["name", "table", "seat", "apart", "check_in", "stack"];

/** What is wrong in a cell, or in a line as a whole. The server says it in English; other languages say it by the column. */
const Problem = ({ column, what }: { column: string | null; what: string }) =>
  language() === "en" ? (
    <>{what}</>
  ) : (
    <>
      {t(`error-roster-${COLUMNS.includes(column ?? "") ? column?.replace("_", "-") : "line"}`)} <small lang="en">{what}</small>
    </>
  );

export const Roster = ({ event }: { event: Tournament }) => {
  const [text, write] = useState("");
  const [reason, setReason] = useState("");
  const [report, setReport] = useState<RosterReport | null>(null);
  if (!event.view.info.open) return null;
  const enter = async (submitted: Event): Promise<void> => {
    submitted.preventDefault();
    const answer = await floor.importRoster(event, text, reason);
    setReport(answer);
    if (answer?.total === 0) {
      write("");
      setReason("");
    }
    void room.tournaments.pages(event.id, true);
  };
  const read = async (file: File | undefined): Promise<void> => {
    if (file) write(await file.text());
  };
  return (
    <details class="fold-out">
      <summary>{t("floor-roster-title")}</summary>
      <form class="command" aria-label={t("floor-roster")} onSubmit={(submitted) => void enter(submitted)}>
        <label class="long">
          {t("floor-roster-text")}
          <textarea rows={5} required value={text} placeholder={"name,check_in\nAda,yes\nCem,yes"} onInput={({ currentTarget }) => write(currentTarget.value)} />
        </label>
        <label>
          {t("floor-roster-file")}
          <input type="file" accept=".csv,text/csv,text/plain" onChange={({ currentTarget }) => void read(currentTarget.files?.[0])} />
        </label>
        <label>
          {t("floor-reason")}
          <input required maxLength={280} value={reason} placeholder={t("floor-reason-hint")} onInput={({ currentTarget }) => setReason(currentTarget.value)} />
        </label>
        <button class="primary">{t("floor-roster-enter")}</button>
        {report && (
          <div class="long" role="status">
            <p class={report.total ? "refused" : ""}>{report.total ? t("floor-roster-refused", { count: report.total }) : t("floor-roster-entered", { count: report.entered })}</p>
            <ul>
              {report.problems.map((problem) => (
                <li key={`${problem.line} ${problem.what}`}>
                  {t("floor-roster-line", { line: problem.line })}
                  {problem.column && `, ${problem.column}`}: <Problem column={problem.column} what={problem.what} />
                </li>
              ))}
            </ul>
          </div>
        )}
      </form>
    </details>
  );
};
