// The date of a tournament for the player's own calendar, if the room has feeds for calendars.
import type { TournamentInfo } from "cardroom-bot/protocol";
import { useEffect, useState } from "preact/hooks";
import { haveFeeds } from "../room/feeds";
import { t } from "../words/words";

/** Returns `true` if the tournament has a date that a calendar can show. */
const hasDate = (info: TournamentInfo): boolean =>
  info.host === null && info.starts_at !== null && info.format !== "SitAndGo" && info.state !== "Finished" && info.state !== "Cancelled";

export const AddToCalendar = ({ info }: { info: TournamentInfo }) => {
  const [offered, offer] = useState(false);
  useEffect(() => void haveFeeds().then(offer), []);
  if (!offered || !hasDate(info)) return null;
  return (
    <a class="button quiet" href={`/tournaments/${info.tournament}.ics`} download>
      {t("tournament-add-to-calendar")}
    </a>
  );
};
