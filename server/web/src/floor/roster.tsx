// A roster: everybody of a list is entered, or nobody.
import { useState } from "preact/hooks";
import type { RosterReport } from "../protocol";
import { room } from "../room/room";
import type { Tournament } from "../room/tournament";
import { plural } from "../room/words";

export const Roster = ({ event }: { event: Tournament }) => {
  const [text, write] = useState("");
  const [reason, setReason] = useState("");
  const [report, setReport] = useState<RosterReport | null>(null);
  if (!event.view.info.open) return null;
  const enter = async (submitted: Event): Promise<void> => {
    submitted.preventDefault();
    setReport(await room.importRoster(event, text, reason));
    void room.pages(event.id, true);
  };
  const read = async (file: File | undefined): Promise<void> => {
    if (file) write(await file.text());
  };
  return (
    <details class="fold-out">
      <summary>Enter a whole roster</summary>
      <form class="command" aria-label="Roster" onSubmit={(submitted) => void enter(submitted)}>
        <label class="long">
          Names, as a table whose first line says name, table, seat, apart or check_in
          <textarea rows={5} required value={text} placeholder={"name,check_in\nAda,yes\nCem,yes"} onInput={({ currentTarget }) => write(currentTarget.value)} />
        </label>
        <label>
          Or a file
          <input type="file" accept=".csv,text/csv,text/plain" onChange={({ currentTarget }) => void read(currentTarget.files?.[0])} />
        </label>
        <label>
          Why
          <input required maxLength={280} value={reason} placeholder="for everybody to read" onInput={({ currentTarget }) => setReason(currentTarget.value)} />
        </label>
        <button class="primary">Enter them all</button>
        {report && (
          <div class="long" role="status">
            <p class={report.total ? "refused" : ""}>{report.total ? `Nobody was entered: ${plural(report.total, "problem")}.` : `${plural(report.entered, "player")} entered.`}</p>
            <ul>
              {report.problems.map((problem) => (
                <li key={`${problem.line} ${problem.what}`}>
                  Line {problem.line}
                  {problem.column && `, ${problem.column}`}: {problem.what}
                </li>
              ))}
            </ul>
          </div>
        )}
      </form>
    </details>
  );
};
