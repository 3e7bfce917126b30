// The end of a tournament: the top three, their prizes, and another game.
import { useEffect, useState } from "preact/hooks";
import type { PlayerRow, RematchOffered, TournamentInfo, TournamentTerms } from "cardroom-bot/protocol";
import { Avatar } from "../parts/avatar";
import { refusedTerm } from "../parts/field";
import { StaffMark } from "../parts/staff";
import { room, useRoom } from "../room/room";
import type { Tournament } from "../room/tournament";
import { chips } from "../room/words";
import { language, t } from "../words/words";

/** How often the page looks for the next tournament of the same kind. */
const REFRESH_MS = 3000;

/**
 * Returns the terms that a private tournament was opened with. Null before its structure is known.
 */
const termsOf = ({ view: { info }, structure }: Tournament): TournamentTerms | null => {
  const first = structure?.stages.find((stage) => "Level" in stage);
  if (!first) return null;
  const { name, game, betting, rulebook, buy_in, starting_stack, seats, bots_allowed } = info;
  return {
    name, structure: info.structure.replace(/^private\//, ""), game, betting, rulebook, buy_in, starting_stack, seats, bots_allowed,
    max_entrants: info.max_entries,
    level_minutes: Math.round(first.Level.seconds / 60),
    starts: info.format === "SitAndGo" ? "WhenFull" : "WhenTold",
  };
};

export const Podium = ({ event }: { event: Tournament }) => {
  const { info } = event.view;
  const best = event.players.filter((row) => row.place !== null && row.place <= 3).sort((a, b) => (a.place ?? 0) - (b.place ?? 0));
  if (info.state !== "Finished" || best.length === 0) return null;
  return (
    <section class="podium" aria-label={t("tournament-podium")}>
      <ol>
        {best.map((row) => (
          <Step key={row.entry} row={row} />
        ))}
      </ol>
      <div class="row">
        <Again event={event} />
        <a class="button" href={`#/results/${info.tournament}`}>
          {t("tournament-all-results")}
        </a>
      </div>
    </section>
  );
};

const Step = ({ row }: { row: PlayerRow }) => {
  const won = row.prize + row.bounties;
  return (
    <li class={`step-${row.place} ${row.name === room.account.session?.name ? "me" : ""}`}>
      <Avatar name={row.name} avatar={row.avatar} color={row.color} size={row.place === 1 ? 64 : 48} />
      <span class="place" aria-hidden="true">
        {row.place}
      </span>
      <span class="unseen">{t("tournament-place-number", { place: row.place ?? 0 })}</span>
      <b>
        <bdi>{row.name}</bdi> {row.bot && <i class="bot" role="img" aria-label={t("tournament-bot")} />}
        {row.staff && <StaffMark />}
      </b>
      <span class="won">{won > 0 ? chips(won) : "–"}</span>
    </li>
  );
};

/** Opens a private tournament once more. Its host announces that to those who follow it. */
const openAgain = async (event: Tournament, terms: TournamentTerms): Promise<number | null> => {
  const answer = await room.hosting.hostTournament(terms);
  const refused = answer?.TournamentTermsRefused;
  if (refused) room.screen.toast(language() === "en" ? refused.message : refusedTerm(refused.term), true);
  if (!answer?.TournamentHosted) return null;
  if (room.account.hosts(event.view.info)) await room.hosting.announceNext(event, answer.TournamentHosted.code);
  return answer.TournamentHosted.tournament;
};

/** The next tournament of a private one's host: for its guests as soon as it has been announced to them. */
const useNext = ({ view: { info } }: Tournament): TournamentInfo | null => {
  const { line: { standing } } = useRoom();
  const [next, set] = useState<TournamentInfo | null>(null);
  const codes = room.invitations.tournaments.all().map(([id]) => id).filter((id) => id > info.tournament).join();
  useEffect(() => {
    if (info.host !== null && standing === "open" && codes) void room.rematches.nextOf(info).then(set);
  }, [info.tournament, standing, codes]);
  return next;
};

/** Lets the host open the next tournament while this one is played. Everybody in it is invited, and plays again with one click. */
export const PlanNext = ({ event }: { event: Tournament }) => {
  const next = useNext(event);
  const [busy, setBusy] = useState(false);
  const { info } = event.view;
  const terms = termsOf(event);
  const isOn = ["Running", "OnBreak", "Paused"].includes(info.state);
  if (!room.account.hosts(info) || !isOn || !terms || next) return null;
  const plan = async (): Promise<void> => {
    setBusy(true);
    const opened = await openAgain(event, terms).finally(() => setBusy(false));
    if (opened !== null) room.screen.toast(t("tournament-next-opened"));
  };
  return (
    <button class="quiet" disabled={busy} onClick={() => void plan()}>
      {t("tournament-plan-next")}
    </button>
  );
};

/** Whether the viewer may open a private tournament again. Its host may, and its players who may host. */
const useMayOpen = ({ view: { info } }: Tournament): boolean => {
  const { account: { session }, line: { standing }, hosting: { tournaments: hostedEvents } } = useRoom();
  const asks = info.host !== null && session !== null && !room.account.hosts(info) && !hostedEvents && standing === "open";
  useEffect(() => {
    if (asks) void room.hosting.askTournaments();
  }, [asks]);
  return room.account.hosts(info) || (info.host !== null && Boolean(hostedEvents?.allowed));
};

/** Somebody wants a rematch: one tap joins it. */
const Rematch = ({ offered }: { offered: RematchOffered }) => {
  const { tournaments: { all: events }, account: { session } } = useRoom();
  const [busy, setBusy] = useState(false);
  if (offered.name === session?.name || events.get(offered.next)?.view.you) {
    return (
      <a class="button primary" href={`#/tournament/${offered.next}`}>
        {t("tournament-to-rematch")}
      </a>
    );
  }
  const join = async (): Promise<void> => {
    setBusy(true);
    await room.rematches.join(offered).finally(() => setBusy(false));
  };
  return (
    <div class="rematch" role="group" aria-label={t("tournament-rematch", { name: offered.name })}>
      <p role="status">{t("tournament-rematch", { name: offered.name })}</p>
      <button class="primary" disabled={busy} onClick={() => void join()}>
        {t("tournament-rematch-join")}
      </button>
    </div>
  );
};

/** Another tournament of the kind: somebody wants a rematch, a player opens it again, or the room has the next one open. */
const Again = ({ event }: { event: Tournament }) => {
  const { line: { standing }, lobby: { tournaments } } = useRoom();
  const [busy, setBusy] = useState(false);
  const { info } = event.view;
  const planned = useNext(event);
  const mayOpen = useMayOpen(event);
  const offered = room.rematches.offered.get(info.tournament);
  const terms = mayOpen && !planned ? termsOf(event) : null;
  const next = planned ?? [...tournaments.values()].find((each) => each.open && each.name === info.name && each.tournament !== info.tournament);
  const waits = info.host === null && !next && standing === "open";
  useEffect(() => {
    if (!waits) return;
    room.lobby.refresh();
    const timer = setInterval(() => room.lobby.refresh(), REFRESH_MS);
    return () => clearInterval(timer);
  }, [waits]);
  const open = async (same: TournamentTerms): Promise<void> => {
    setBusy(true);
    const opened = await openAgain(event, same).finally(() => setBusy(false));
    if (opened === null) return;
    await room.entries.enter(opened, false);
    await room.rematches.offer(info.tournament, opened);
    location.hash = `#/tournament/${opened}`;
  };
  if (offered) return <Rematch offered={offered} />;
  if (terms) {
    return (
      <button class="primary" disabled={busy} onClick={() => void open(terms)}>
        {t("tournament-play-again")}
      </button>
    );
  }
  if (!next) return null;
  return (
    <a class="button primary" href={`#/tournament/${next.tournament}`} onClick={() => void room.rematches.offer(info.tournament, next.tournament)}>
      {t("tournament-play-again")}
    </a>
  );
};
