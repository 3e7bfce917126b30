// The clock for a screen on the wall: readable from the far end of the room.
import { useEffect, useState } from "preact/hooks";
import { Missing } from "../parts/missing";
import { room, useRoom } from "../room/room";
import { brief, chips, eventName } from "../room/words";
import { t } from "../words/words";
import { ClockFace } from "./tournament";

export const ClockPage = ({ id }: { id: number }) => {
  const { line: { standing } } = useRoom();
  const [gone, setGone] = useState(false);
  useEffect(() => {
    if (standing === "open") void room.tournaments.follow(id).then((found) => setGone(!found));
  }, [id, standing]);
  useEffect(() => {
    const timer = setInterval(() => void room.tournaments.pages(id), 5000);
    return () => clearInterval(timer);
  }, [id]);
  useEffect(() => () => room.tournaments.unfollow(id), [id]);
  const event = room.tournaments.all.get(id);
  if (gone && !event) return <Missing text="tournament-no-such" />;
  if (!event) return <main class="wall mute"><h1 class="plain">{t(standing === "open" ? "tournament-loading" : "tournament-not-connected")}</h1></main>;
  const { view } = event;
  const figures: [string, string][] = [
    [t("tournament-part-players"), `${chips(view.info.players_left)} / ${chips(view.info.entries)}`],
    [t("tournament-average"), view.average_stack ? brief(view.average_stack) : "–"],
    [t("tournament-prize-pool"), chips(Math.max(view.info.prize_pool, view.info.guarantee))],
    [t("tournament-part-tables"), chips(view.tables)],
  ];
  return (
    <main class="wall">
      <header>
        <h1>{eventName(view.info.name)}</h1>
        <a class="quiet button" href={`#/tournament/${id}`}>
          {t("tournament-back")}
        </a>
      </header>
      <section class="wall-clock" aria-label={t("tournament-clock")}>
        <ClockFace event={event} />
      </section>
      <dl class="wall-figures">
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {view.payouts.length > 0 && (
      <ol class="wall-prizes" aria-label={t("tournament-part-prizes")}>
        {view.payouts.slice(0, 10).map((payout) => (
          <li key={payout.first}>
            <span>{payout.first === payout.last ? payout.first : `${payout.first}–${payout.last}`}</span>
            <b>{chips(payout.prize)}</b>
          </li>
        ))}
      </ol>
      )}
      <footer class={`line ${standing}`}>{event.news[0]?.text ?? room.name}</footer>
    </main>
  );
};
