// A tournament on paper: a choice of sheets, the sheets as they will be printed, and the browser's
// own dialog to print them. Everything fits on A4 and on Letter.
import { useEffect, useState } from "preact/hooks";
import { Missing } from "../parts/missing";
import { room, useRoom } from "../room/room";
import { t } from "../words/words";
import "../style/print.css";
import { useSeatCodes } from "./codes";
import { SHEETS, type SheetName, Sheets } from "./sheets";

export const PrintPage = ({ id, part }: { id: number; part: string | undefined }) => {
  const { line: { standing }, signIn: { arriving } } = useRoom();
  const [gone, setGone] = useState(false);
  const [ready, setReady] = useState(false);
  useEffect(() => {
    if (standing === "open" && !arriving) {
      void room.tournaments.follow(id).then((found) => {
        setGone(!found);
        setReady(found);
      });
    }
  }, [id, standing, arriving]);
  useEffect(() => () => room.tournaments.unfollow(id), [id]);
  const event = room.tournaments.all.get(id);
  const codes = useSeatCodes(event);
  if (gone && !event) return <Missing text="tournament-no-such" />;
  const sheet = SHEETS.find((name) => name === part) ?? "tables";
  return (
    <main class="print">
      <header>
        <h1>{t("print-title")}</h1>
        <nav class="segments" aria-label={t("print-sheets")}>
          {SHEETS.map((name) => (
            <a key={name} href={`#/print/${id}/${name}`} aria-current={name === sheet ? "page" : undefined}>
              {t(`print-sheet-${name}`)}
            </a>
          ))}
        </nav>
        <div class="row">
          <button class="primary" disabled={!ready} onClick={() => print()}>
            {t("print-now")}
          </button>
          <a class="button quiet" href={`#/tournament/${id}`}>
            {t("tournament-back")}
          </a>
        </div>
      </header>
      {event && ready ? <Sheets event={event} name={sheet as SheetName} codes={codes} /> : <p class="mute pad">{t("tournament-loading")}</p>}
    </main>
  );
};
