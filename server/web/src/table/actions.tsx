// The bar in reach of the thumb: what may be done now, for how much; and what is decided in advance.
import { useLayoutEffect, useState } from "preact/hooks";
import type { Action, Card, LegalActions, WagerRange } from "../protocol";
import { useCountdown, useMoments } from "../room/clock";
import { room } from "../room/room";
import type { Table } from "../room/table";
import type { Intent } from "../room/table-parts";
import { PlayingCard } from "../parts/card";
import { cardName, chips, clock } from "../room/words";
import { amountText } from "./amount";

/** Keys count for the table from the moment its buttons are there, unless something is being written or asked. */
const useKeys = (on: boolean, handle: (key: string, event: KeyboardEvent) => boolean): void => {
  useLayoutEffect(() => {
    if (!on) return;
    const pressed = (event: KeyboardEvent): void => {
      const target = event.target as HTMLElement;
      if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
      if (/^(TEXTAREA|SELECT)$/.test(target.tagName)) return;
      if (target.tagName === "INPUT" && !target.classList.contains("wager-amount")) return;
      if (target.tagName === "INPUT" && /^[0-9.]$/.test(event.key)) return;
      if (handle(event.key.toLowerCase(), event)) event.preventDefault();
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  });
};

interface Acting {
  table: Table;
  /** Whether keys are for this table: with several side by side they are for one of them. */
  keys: boolean;
}

export const ActionBar = ({ table, keys }: Acting) => {
  const { legal, you, mine } = table;
  if (!you || !mine) return null;
  // Where amounts are chosen, their place is kept between turns: the felt would be laid out anew with every turn.
  const steady = table.info.betting !== "FixedLimit" && !table.info.hybrid ? "steady" : "";
  if (legal && table.sent === null) {
    const turn = you.decision?.turn ?? 0;
    return (
      <section class={`actions turn ${steady}`} aria-label="Your turn" data-turn={turn}>
        {legal.discard ? <Draw key={turn} table={table} legal={legal} keys={keys} /> : <Decision key={turn} table={table} legal={legal} keys={keys} />}
      </section>
    );
  }
  return (
    <section class={`actions ${steady}`} aria-label="Your seat">
      <Notice table={table} />
      <Waiting table={table} />
    </section>
  );
};

const Notice = ({ table }: { table: Table }) =>
  table.notice && (
    <p class="notice" role="status">
      {table.notice}
    </p>
  );

/** What is left of the time: only said when it is little. */
const TimeLeft = ({ table }: { table: Table }) => {
  const turn = table.hand?.turn;
  const now = useCountdown(turn?.ends);
  if (!turn) return null;
  const left = turn.ends - now;
  return (
    <span class={`time-left ${left < 5000 ? "soon" : ""}`} aria-hidden="true">
      {turn.inBank ? "Time bank " : ""}
      {clock(left)}
      {!turn.inBank && turn.bankMs > 0 && <small> + {clock(turn.bankMs)}</small>}
    </span>
  );
};

/** A total within the range, on a unit of the table but for the ends. */
const fitted = (wager: WagerRange, unit: number, to: number): number => {
  const { min_to, max_to } = wager;
  if (to <= min_to) return min_to;
  if (to >= max_to) return max_to;
  if (wager.fixed) return to - min_to < max_to - to ? min_to : max_to;
  return Math.max(min_to, Math.min(max_to, Math.round(to / unit) * unit));
};

interface Preset {
  name: string;
  to: number;
}

const presets = (table: Table, wager: WagerRange, call: number): Preset[] => {
  const { min_to, max_to, fixed } = wager;
  if (fixed || min_to === max_to) return [];
  const bet = table.hand?.currentBet ?? 0;
  const pot = table.pot + call;
  const of = (name: string, part: number): Preset => ({ name, to: fitted(wager, table.info.unit, bet + pot * part) });
  const all = max_to >= (table.mine?.stack ?? 0) + (table.mine?.hand?.bet ?? 0);
  return [
    { name: "Min", to: min_to },
    of("½", 0.5),
    of("⅔", 2 / 3),
    { name: "Pot", to: wager.pot_to },
    { name: all ? "All-in" : "Max", to: max_to },
  ];
};

const Decision = ({ table, legal, keys }: Acting & { legal: LegalActions }) => {
  const { wager } = legal;
  const unit = table.info.unit;
  const [typed, type] = useState(String(wager?.min_to ?? 0));
  const [folding, askFold] = useState(false);
  const to = wager ? fitted(wager, unit, Number(typed) || 0) : 0;
  const act = (action: Action): void => room.act(table, action);
  const stay: Action | null = legal.check ? "Check" : legal.bring_in !== null ? "BringIn" : legal.call !== null ? "Call" : null;
  const fold = (): void => (legal.check && !folding ? askFold(true) : act("Fold"));
  const raise = (): void => {
    if (wager) act(wager.raise ? { RaiseTo: to } : { Bet: to });
  };
  const quick = wager ? presets(table, wager, legal.call ?? 0) : [];
  const shift = (steps: number): void => {
    if (wager) type(String(fitted(wager, unit, to + steps * Math.max(unit, table.hand?.game.big_blind ?? unit))));
  };
  useKeys(keys, (key, event) => {
    if (key === "f" && legal.fold) fold();
    else if (key === "c" && stay) act(stay);
    else if ((key === "r" || key === "b") && wager) raise();
    else if (key === "enter" && (event.target as HTMLElement).classList.contains("wager-amount")) raise();
    else if (key === "arrowup" && wager) shift(1);
    else if (key === "arrowdown" && wager) shift(-1);
    else if (/^[1-5]$/.test(key) && quick[Number(key) - 1]) type(String(quick[Number(key) - 1]?.to));
    else if (key === "escape" && folding) askFold(false);
    else return false;
    return true;
  });
  const allIn = wager !== null && to === (table.mine?.stack ?? 0) + (table.mine?.hand?.bet ?? 0);
  return (
    <>
      <div class="turn-line">
        <b>Your turn</b>
        <Notice table={table} />
        <TimeLeft table={table} />
      </div>
      {wager && !folding && (wager.max_to > wager.min_to || quick.length > 0) && (
        <div class="sizing">
          <div class="presets" role="group" aria-label="Amounts">
            {quick.map((preset, index) => (
              <button key={preset.name} onClick={() => type(String(preset.to))} aria-pressed={to === preset.to} title={`Key ${index + 1}`}>
                {preset.name}
              </button>
            ))}
          </div>
          <div class="slide">
            <input
              type="range"
              min={wager.min_to}
              max={wager.max_to}
              step={wager.fixed ? wager.max_to - wager.min_to : 1}
              value={to}
              onInput={(event) => type(String(fitted(wager, unit, Number(event.currentTarget.value))))}
              aria-label={wager.raise ? "Raise to" : "Bet"}
              aria-valuetext={amountText(table, to)}
            />
            <input
              class="wager-amount"
              inputMode="numeric"
              value={typed}
              onInput={(event) => type(event.currentTarget.value.replace(/[^0-9]/g, ""))}
              onBlur={() => type(String(to))}
              onFocus={(event) => event.currentTarget.select()}
              aria-label={wager.raise ? "Raise to this amount" : "Bet this amount"}
            />
          </div>
        </div>
      )}
      {folding ? (
        <div class="buttons confirm" role="group" aria-label="Fold for free?">
          <p>Nothing is to be paid: you can check.</p>
          <button class="act check" onClick={() => act("Check")} ref={(button) => button?.focus()}>
            Check
          </button>
          <button class="act fold" onClick={() => act("Fold")}>
            Fold anyway
          </button>
        </div>
      ) : (
        <div class="buttons">
          {legal.fold && (
            <button class="act fold" onClick={fold} aria-keyshortcuts="F">
              Fold
            </button>
          )}
          {stay && (
            <button class="act check" onClick={() => act(stay)} aria-keyshortcuts="C">
              {stay === "Check" ? "Check" : stay === "Call" ? "Call" : "Bring in"}
              {stay !== "Check" && <b>{amountText(table, legal.call ?? legal.bring_in ?? 0)}</b>}
            </button>
          )}
          {stay === "BringIn" && legal.call !== null && (
            <button class="act check" onClick={() => act("Call")}>
              Call <b>{amountText(table, legal.call)}</b>
            </button>
          )}
          {wager && (
            <button class="act raise" onClick={raise} aria-keyshortcuts="R">
              {allIn ? "All-in" : wager.raise ? "Raise to" : "Bet"}
              <b>{amountText(table, to)}</b>
            </button>
          )}
        </div>
      )}
    </>
  );
};

/** A draw: the cards to give away are chosen, and given. */
const Draw = ({ table, legal, keys }: Acting & { legal: LegalActions }) => {
  const [given, give] = useState<Card[]>([]);
  const cards = table.you?.cards ?? [];
  const { least, most } = legal.discard ?? { least: 0, most: 0 };
  const turn = (card: Card): void => {
    if (given.includes(card)) give(given.filter((other) => other !== card));
    else if (given.length < most) give([...given, card]);
  };
  const done = (): void => {
    if (given.length >= least) room.discard(table, given);
  };
  useKeys(keys, (key) => {
    const card = cards[Number(key) - 1];
    if (card) turn(card);
    else if (key === "enter" || key === "d") done();
    else return false;
    return true;
  });
  return (
    <>
      <div class="turn-line">
        <b>{least ? `Give away ${least}` : "Draw"}</b>
        <Notice table={table} />
        <TimeLeft table={table} />
      </div>
      <div class="draw" role="group" aria-label="Cards to give away">
        {cards.map((card) => (
          <button key={card} class="draw-card" aria-pressed={given.includes(card)} aria-label={`Give away ${cardName(card)}`} onClick={() => turn(card)}>
            <PlayingCard card={card} />
          </button>
        ))}
      </div>
      <div class="buttons">
        <button class="act raise" disabled={given.length < least} onClick={done}>
          {given.length ? `Draw ${given.length}` : "Stand pat"}
        </button>
      </div>
    </>
  );
};

/** Not on turn: choices in advance, offers, and what the seat waits for. */
const Waiting = ({ table }: { table: Table }) => {
  const { mine, you, hand, offers } = table;
  const now = useMoments(offers.show ?? offers.showdown, offers.runIt?.ends, offers.choose, offers.rabbit?.ends, offers.see);
  if (!mine || !you) return null;
  if ((offers.show ?? offers.showdown ?? 0) > now) return <ShowOffer table={table} />;
  if (offers.runIt && offers.runIt.ends > now) {
    return (
      <div class="buttons" role="group" aria-label="On how many boards?">
        {Array.from({ length: offers.runIt.most }, (_, index) => (
          <button key={index} class="act check" onClick={() => room.runIt(table, index + 1)}>
            Run it {["once", "twice"][index] ?? `${index + 1} times`}
          </button>
        ))}
      </div>
    );
  }
  if (offers.choose && offers.choose > now) {
    return (
      <div class="presets games" role="group" aria-label="The next game">
        {table.info.games.map((game, index) => (
          <button key={game.id} onClick={() => room.choose(table, index)}>
            {game.name}
          </button>
        ))}
      </div>
    );
  }
  if (offers.rabbit && offers.rabbit.ends > now && offers.rabbit.asksViewer) return <RabbitVote table={table} />;
  if (offers.see && offers.see > now && table.seats.some((seat) => seat?.hand?.mucked)) return <AskToSee table={table} />;
  if (table.wonUnseen && !offers.rabbit && !room.noRabbits.has(table.info.rulebook)) {
    return (
      <div class="in-advance">
        <button onClick={() => void room.rabbitHunt(table)}>See what would have come</button>
      </div>
    );
  }
  if (mine.hand && !mine.hand.folded && !mine.hand.allIn && hand && !hand.over) return <InAdvance table={table} />;
  return <SeatLine table={table} />;
};

const ShowOffer = ({ table }: { table: Table }) => (
  <div class="buttons">
    <button class="act fold" onClick={() => room.show(table, false)}>
      Muck
    </button>
    <button class="act check" onClick={() => room.show(table, true)}>
      Show
    </button>
  </div>
);

/** The winner would like to see the cards that would have come. */
const RabbitVote = ({ table }: { table: Table }) => (
  <div class="buttons confirm" role="group" aria-label="May they be shown?">
    <p>{table.name(table.offers.rabbit?.seat ?? 0)} would like to see the cards that would have come.</p>
    <button class="act fold" onClick={() => room.rabbitConsent(table, false)}>
      No
    </button>
    <button class="act check" onClick={() => room.rabbitConsent(table, true)}>
      Let them be shown
    </button>
  </div>
);

/** Before the pots are pushed: whoever has a right to may see a hand that was thrown away. */
const AskToSee = ({ table }: { table: Table }) => (
  <div class="in-advance" role="group" aria-label="Ask to see a hand">
    {table.seats.map(
      (seat) =>
        seat?.hand?.mucked &&
        !seat.hand.tabled &&
        seat.seat !== table.you?.seat && (
          <button key={seat.seat} onClick={() => room.askToSee(table.id, seat.seat)}>
            See the hand of {seat.name}
          </button>
        ),
    )}
  </div>
);

const InAdvance = ({ table }: { table: Table }) => {
  const { price } = table;
  const kinds: [Intent["kind"], string][] =
    price > 0
      ? [["check_fold", "Fold"], ["call", `Call ${amountText(table, price)}`]]
      : [["check_fold", "Check / fold"], ["check", "Check"]];
  const choose = (kind: Intent["kind"]): void => {
    table.intent = table.intent?.kind === kind ? null : { kind, price };
    table.notice = null;
    room.changed();
  };
  return (
    <div class="in-advance" role="group" aria-label="In advance">
      <span class="mute">In advance</span>
      {kinds.map(([kind, name]) => (
        <button key={kind} aria-pressed={table.intent?.kind === kind} onClick={() => choose(kind)}>
          {name}
        </button>
      ))}
    </div>
  );
};

const SeatLine = ({ table }: { table: Table }) => {
  const { mine, you, info } = table;
  if (!mine || !you) return null;
  const wallet = room.session?.balance ?? 0;
  const most = Math.min(info.max_buy_in - mine.stack, wallet);
  if (mine.sitting_out) {
    // Nobody sits on with less than the least buy-in.
    const broke = mine.stack === 0 && most < info.min_buy_in;
    return (
      <div class="buttons">
        {mine.stack === 0 && info.tournament === null && !broke && (
          <button class="act check" onClick={() => room.topUp(table.id, most)}>
            Top up <b>{amountText(table, most)}</b>
          </button>
        )}
        {info.tournament === null && broke && (
          <>
            <span class="mute">{wallet === 0 ? "Your wallet is empty." : `Your wallet holds ${chips(wallet)}: too few for this table.`}</span>
            <button class="act check" onClick={() => room.refill()}>
              Ask for chips
            </button>
          </>
        )}
        <button class="act raise" disabled={mine.stack === 0} onClick={() => room.sitOut(table.id, false)}>
          I’m back
        </button>
      </div>
    );
  }
  const said = mine.hand && table.hand?.over
    ? "The hand is over."
    : mine.hand?.folded
    ? "You folded. The next hand is yours again."
    : mine.hand?.allIn
      ? "You are all-in."
      : mine.hand
        ? "The hand is over."
        : you.wait_for_big_blind
          ? "Waiting for the big blind."
          : "You are dealt in with the next hand.";
  return <p class="seat-line mute">{said}</p>;
};
