// A tournament's own lobby: its clock, prizes, players, tables and structure; entering it, and what it asks
// of the viewer.
import { useEffect, useState } from "preact/hooks";
import { EntryDialog } from "../parts/entry";
import { ProposeDeal } from "../parts/deal";
import { Dialog } from "../parts/dialog";
import { Invitation } from "../parts/invitation";
import type { PlayerRow, Stage, Stakes, TournamentInfo } from "../protocol";
import { useCountdown } from "../room/clock";
import { room, useRoom } from "../room/room";
import type { Tournament } from "../room/tournament";
import { bettingLong, brief, chips, clock, plural, spaced, stakes } from "../room/words";

type Part = "players" | "prizes" | "structure" | "tables" | "news" | "rules";
const PARTS: [Part, string][] = [
  ["players", "Players"], ["prizes", "Prizes"], ["structure", "Structure"], ["tables", "Tables"], ["news", "News"], ["rules", "House rules"],
];

export const TournamentPage = ({ id }: { id: number }) => {
  const { standing, arriving } = useRoom();
  const [part, turn] = useState<Part>("players");
  useEffect(() => {
    if (standing === "open" && !arriving) room.follow(id);
  }, [id, standing, arriving]);
  useEffect(() => {
    const timer = setInterval(() => void room.pages(id), 2000);
    return () => clearInterval(timer);
  }, [id]);
  useEffect(
    () => () => {
      if (!room.session?.tournaments.includes(id)) room.unfollow(id);
    },
    [id],
  );
  const event = room.events.get(id);
  if (!event) return <main class="pad mute">Looking at the tournament …</main>;
  const { info } = event.view;
  return (
    <main class="tournament">
      <Head event={event} />
      <Own event={event} />
      <div class="columns">
        <section class="clock-card" aria-label="Clock">
          <ClockFace event={event} />
        </section>
        <dl class="facts" aria-label="Figures">
          <Fact name="Players left" value={`${chips(info.players_left)} of ${chips(info.entries)}`} />
          <Fact name="Prize pool" value={chips(Math.max(info.prize_pool, info.guarantee))} />
          <Fact name="Places paid" value={chips(event.view.places_paid)} />
          <Fact name="Average stack" value={event.view.average_stack ? brief(event.view.average_stack) : "–"} />
          <Fact name="Largest stack" value={event.view.largest_stack ? brief(event.view.largest_stack) : "–"} />
          <Fact name="Tables" value={chips(event.view.tables)} />
        </dl>
      </div>
      <div class="segments" role="tablist" aria-label="About the tournament">
        {PARTS.map(([each, name]) => (
          <button key={each} role="tab" aria-selected={part === each} onClick={() => turn(each)}>
            {name}
          </button>
        ))}
      </div>
      {part === "players" && <Players event={event} />}
      {part === "prizes" && <Prizes event={event} />}
      {part === "structure" && <Structure event={event} />}
      {part === "tables" && <Tables event={event} />}
      {part === "news" && (
        <ul class="news">
          {event.news.map((line) => (
            <li key={line.id}>{line.text}</li>
          ))}
          {event.news.length === 0 && <li class="mute">Nothing since you came.</li>}
        </ul>
      )}
      {part === "rules" && (
        <ul class="news">
          {event.houseRules.map((rule) => (
            <li key={rule.rule}>
              <cite>{rule.rule}</cite> {rule.text}
            </li>
          ))}
          {event.houseRules.length === 0 && <li class="mute">The book keeps no rules of this kind.</li>}
        </ul>
      )}
    </main>
  );
};

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);

const startsAt = new Intl.DateTimeFormat(undefined, { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });

/** When it begins: a private one may begin before its time, when its host says so; one that waits to be full
 * waits until then. */
const begins = (info: TournamentInfo, at: string): string => {
  if (info.format === "SitAndGo") return `called off ${at} unless it is full before`;
  return info.host === null ? `starts ${at}` : `starts when ${info.host} says so, or ${at}`;
};

/** What one should know before one enters: when, how long, how often, and what is on a head. */
const terms = (info: TournamentInfo): string => {
  const kind = info.bounty && (typeof info.bounty.kind === "string" ? spaced(info.bounty.kind) : "progressive");
  return [
    info.starts_at !== null && begins(info, startsAt.format(info.starts_at)),
    info.late_level > 0 && `late entry to level ${info.late_level}`,
    info.re_entries > 0 && plural(info.re_entries, "re-entry", "re-entries"),
    info.bounty && `${kind} bounty of ${chips(info.bounty.amount)}`,
    info.guarantee > 0 && `${chips(info.guarantee)} guaranteed`,
    info.check_in && "check-in before the start",
    !info.bots_allowed && "people only",
    info.self_run && info.host === null && "directed by somebody who plays",
  ]
    .filter(Boolean)
    .join(" · ")
    .replace(/^./, (first) => first.toUpperCase());
};

const Head = ({ event }: { event: Tournament }) => {
  const { session } = useRoom();
  const [asked, ask] = useState<"entry" | "age" | "deal" | null>(null);
  const { info, you } = event.view;
  const { structure } = event;
  const buys = { Rebuy: structure?.rebuy, AddOn: structure?.add_on };
  const inIt = you && !["Out", "Withdrawn", "Disqualified"].includes(you.state);
  const enter = async (ofAge: boolean): Promise<void> => {
    ask(null);
    await room.enter(info.tournament, ofAge);
    room.follow(info.tournament);
  };
  const press = (): void => {
    if (!session) ask("entry");
    else if (info.min_age !== null) ask("age");
    else void enter(false);
  };
  const ticket = session && room.tickets.some((held) => held.structure === info.structure);
  const price = `${chips(info.buy_in + info.fee + (info.bounty?.amount ?? 0))}`;
  return (
    <header class="page-head">
      <div>
        <p class="eyebrow">
          {spaced(info.format)} · {spaced(info.state)}
          {event.view.hand_for_hand && " · hand for hand"}
          {info.host !== null && ` · ${room.hosts(info) ? "you host" : `hosted by ${info.host}`}`}
        </p>
        <h1>{info.name}</h1>
        <p class="mute">
          {bettingLong(info.betting)} {info.game_name} · {plural(info.seats, "seat")} a table · {brief(info.starting_stack)} chips to begin with ·{" "}
          {info.rulebook.replace("-", " ").toUpperCase()}
        </p>
        <p class="mute">{terms(info)}</p>
      </div>
      <div class="row">
        <a class="button quiet" href={`#/clock/${info.tournament}`}>
          Big clock
        </a>
        {info.host !== null && <HostsOwn event={event} />}
        {you?.table != null && you.state === "Playing" && (
          <a class="button primary" href={`#/table/${you.table}`}>
            To my table
          </a>
        )}
        {inIt && info.check_in && you.state === "Registered" && <button onClick={() => room.checkIn(info.tournament)}>Check in</button>}
        {inIt && (you.state === "Registered" || you.state === "CheckedIn" || you.state === "Waiting") && (
          <button onClick={() => room.withdraw(info.tournament)}>Withdraw</button>
        )}
        {inIt && event.view.deals_allowed && event.view.deal === null && you.state === "Playing" && event.view.places_paid > 0 && (
          <button onClick={() => ask("deal")}>Propose a deal</button>
        )}
        {inIt &&
          you.may_buy.map((what) => (
            <button key={what} onClick={() => room.buy(info.tournament, what)}>
              {what === "Rebuy" ? "Rebuy" : "Add-on"}
              {buys[what] && ` ${chips(buys[what].chips)} for ${chips(buys[what].cost)}`}
            </button>
          ))}
        {info.open && (!inIt || you?.may_re_enter) && (
          <button class="primary" onClick={press}>
            {you?.may_re_enter ? "Enter again" : "Enter"} {ticket ? "with your ticket" : `for ${price}`}
          </button>
        )}
      </div>
      {asked === "entry" && <EntryDialog close={() => ask(null)} />}
      {asked === "deal" && <ProposeDeal event={event} close={() => ask(null)} />}
      {asked === "age" && (
        <Dialog title="Your age" close={() => ask(null)}>
          <p>This tournament is for players of {info.min_age} years or older.</p>
          <button class="primary wide" onClick={() => void enter(true)}>
            I am {info.min_age} or older
          </button>
        </Dialog>
      )}
    </header>
  );
};

/** How soon it begins once its host says so: the room takes no time that is past. */
const AT_ONCE_MS = 3_000;

/** What is for guests and host of a private tournament: its code, and for the host the start and the floor. */
const HostsOwn = ({ event }: { event: Tournament }) => {
  const [invites, invite] = useState(false);
  const { info } = event.view;
  const code = room.eventCodes.get(info.tournament);
  const isOver = info.state === "Finished" || info.state === "Cancelled";
  const mayStart = room.hosts(info) && info.state === "Registering" && info.format !== "SitAndGo";
  const start = (): void => {
    void room.directTournament(event, { ChangeStart: Math.round(room.now()) + AT_ONCE_MS }, "Everybody is here.", null);
  };
  return (
    <>
      {code && !isOver && (
        <button class="quiet" onClick={() => invite(true)}>
          Invite
        </button>
      )}
      {room.hosts(info) && !isOver && (
        <a class="button quiet" href={`#/direct/${info.tournament}`}>
          Floor
        </a>
      )}
      {mayStart && (
        <button disabled={info.entries < 2} title={info.entries < 2 ? "Two have to be in" : undefined} onClick={start}>
          Start now
        </button>
      )}
      {code && invites && (
        <Dialog title={`Invite to ${info.name}`} close={() => invite(false)}>
          <p class="mute">Who has this comes in, watches and enters.</p>
          <Invitation code={code} />
        </Dialog>
      )}
    </>
  );
};

/** How it went, or goes, for the viewer. */
const Own = ({ event }: { event: Tournament }) => {
  const { you, info } = event.view;
  if (!you) return null;
  if (you.state === "Out" && you.place !== null) {
    return (
      <p class="banner">
        {you.place === 1 ? "You won the tournament" : `You finished in place ${chips(you.place)}`}
        {you.prize > 0 && (you.place === 1 ? `, and ${chips(you.prize)} with it` : ` and won ${chips(you.prize)}`)}
        {you.bounties > 0 && `, ${chips(you.bounties)} of it bounties`}.
      </p>
    );
  }
  const said = {
    Registered: `You are in. ${info.starts_at === null || info.format === "SitAndGo" ? "It starts when the last seat is taken." : info.check_in ? "Check in before the start." : ""}`,
    CheckedIn: "You are in, and checked in.",
    Waiting: "You wait for a seat: the next one is yours.",
    Through: "You are through to the next round.",
  }[you.state as string];
  return (
    <>
      {said && <p class="banner good">{said}</p>}
      {you.penalty_hands > 0 && <p class="banner gold">You miss {plural(you.penalty_hands, "more hand")} as a penalty.</p>}
      {event.view.deal !== null && !event.deal && <p class="banner">A deal is voted on, in secret.</p>}
    </>
  );
};

const PHASES = { BeforeStart: "Starts in", Level: "Level", BreakDue: "Last hand before the break", Break: "Break", Paused: "Paused", Over: "Over" };

export const levelLine = (of: Stakes): string =>
  of.bring_in > 0 ? `${stakes(of)} · bring-in ${brief(of.bring_in)}` : stakes({ ...of, ante: 0 }) + (of.ante ? ` · ante ${brief(of.ante)}` : "");

export const ClockFace = ({ event }: { event: Tournament }) => {
  const { clock: face, info } = event.view;
  const starts = face.phase === "BeforeStart" && info.starts_at !== null ? room.moment(info.starts_at) : null;
  const now = useCountdown(starts ?? event.ends, event.breakAt);
  const left = starts === null ? event.left(now) : starts - now;
  const full = face.phase === "BeforeStart" && (info.starts_at === null || info.format === "SitAndGo");
  return (
    <>
      <p class="eyebrow">
        {full ? "Starts when full" : face.phase === "BeforeStart" && info.host !== null ? "Starts at the latest in" : PHASES[face.phase]} {face.phase === "Level" && face.level}
      </p>
      <p class="big-time" role="timer">
        {full ? `${info.entries}/${info.max_entries}` : face.phase === "Over" ? "Finished" : face.phase === "BreakDue" ? "…" : clock(left)}
      </p>
      <p class="blinds">{levelLine(face.stakes)}</p>
      {face.next && <p class="mute">Next: {levelLine(face.next.stakes)}</p>}
      {event.breakAt !== null && event.breakAt > now && <p class="mute">Break in {clock(event.breakAt - now)}</p>}
    </>
  );
};

const Players = ({ event }: { event: Tournament }) => {
  const bigBlind = event.view.clock.stakes.big_blind;
  const rows = [...event.players].sort((a, b) => (a.place ?? 0) - (b.place ?? 0) || b.stack - a.stack);
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Players">
      <table>
        <thead>
          <tr>
            <th>Player</th>
            <th class="number">Chips</th>
            <th class="number">BB</th>
            <th class="number">Place</th>
            <th class="number">Prize</th>
            <th>Where</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.entry} class={row.state === "Out" && !hasWon(event, row) ? "out" : row.name === room.session?.name ? "me" : ""}>
              <td>
                {row.name} {row.bot && <i class="bot" role="img" aria-label="bot" />}
                {row.re_entries > 0 && <small class="mute"> ×{row.re_entries + 1}</small>}
                {row.head > 0 && row.place === null && <i class="tag gold">{chips(row.head)}</i>}
              </td>
              <td class="number">{row.stack ? chips(row.stack) : "–"}</td>
              <td class="number">{row.stack && bigBlind ? Math.round(row.stack / bigBlind) : "–"}</td>
              <td class="number">{row.place ?? "–"}</td>
              <td class="number">{row.prize + row.bounties ? chips(row.prize + row.bounties) : "–"}</td>
              <td>{row.table !== null && row.seat !== null ? `Table ${tableNumber(event, row.table)}, seat ${row.seat + 1}` : hasWon(event, row) ? "winner" : spaced(row.state)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <p class="mute pad">Nobody has entered yet.</p>}
    </div>
  );
};

const hasWon = (event: Tournament, row: PlayerRow): boolean => event.view.info.state === "Finished" && row.place === 1;

const tableNumber = (event: Tournament, table: number): number | string => event.tables.find((row) => row.table === table)?.number ?? "?";

const Prizes = ({ event }: { event: Tournament }) => (
  <div class="scroll" tabIndex={0} role="region" aria-label="Prizes">
    <table>
      <thead>
        <tr>
          <th>Place</th>
          <th class="number">Prize</th>
        </tr>
      </thead>
      <tbody>
        {event.view.payouts.map((payout) => (
          <tr key={payout.first}>
            <td>{payout.first === payout.last ? payout.first : `${payout.first}–${payout.last}`}</td>
            <td class="number">
              {payout.ticket && <i class="tag">Ticket</i>} {chips(payout.prize)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
    {event.view.payouts.length === 0 && <p class="mute pad">The prizes follow from the entries.</p>}
  </div>
);

const Structure = ({ event }: { event: Tournament }) => {
  const { structure } = event;
  if (!structure) return <p class="mute pad">…</p>;
  const row = (stage: Stage, index: number) => {
    if ("Break" in stage) {
      return (
        <tr key={index} class="pause">
          <td>Break</td>
          <td />
          <td class="number">–</td>
          <td class="number">{clock(stage.Break.seconds * 1000)}</td>
        </tr>
      );
    }
    const { level, seconds, stakes: of } = stage.Level;
    return (
      <tr key={index} class={level === event.view.clock.level ? "me" : ""}>
        <td>{level}</td>
        <td>{levelLine({ ...of, ante: 0 })}</td>
        <td class="number">{of.ante ? chips(of.ante) : "–"}</td>
        <td class="number">{clock(seconds * 1000)}</td>
      </tr>
    );
  };
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Structure">
      {(structure.rebuy ?? structure.add_on) && (
        <p class="mute pad">
          {structure.rebuy && `Rebuy: ${chips(structure.rebuy.chips)} chips for ${chips(structure.rebuy.cost)} until level ${structure.rebuy.until_level}. `}
          {structure.add_on && `Add-on: ${chips(structure.add_on.chips)} chips for ${chips(structure.add_on.cost)} after level ${structure.add_on.after_level}.`}
        </p>
      )}
      <table>
        <thead>
          <tr>
            <th>Level</th>
            <th>Blinds</th>
            <th class="number">Ante</th>
            <th class="number">Length</th>
          </tr>
        </thead>
        <tbody>{structure.stages.map(row)}</tbody>
      </table>
    </div>
  );
};

const Tables = ({ event }: { event: Tournament }) => (
  <ul class="tables">
    {event.tables.map((row) => (
      <li key={row.table}>
        <a class="table-card" href={`#/table/${row.table}`}>
          <span class="what">
            <b>Table {row.number}</b>
            <span class="mute">{spaced(row.state)}</span>
          </span>
          <span class="fact">
            <small>Players</small>
            {row.players}
          </span>
          <span class="fact">
            <small>Hand</small>
            {chips(row.hand)}
          </span>
          <span class="fact">
            <small>Stacks</small>
            {brief(row.smallest_stack)}–{brief(row.largest_stack)}
          </span>
        </a>
      </li>
    ))}
    {event.tables.length === 0 && <li class="mute pad">No table is open.</li>}
  </ul>
);
