// A table's offers to its players beside the turn: showing cards, more boards, a choice of games, a
// rabbit hunt. Each ends on the page's own clock.
import type { Card, TableEvent, TableEventBodies, TableInfo, TableView } from "cardroom-bot/protocol";
import { Cards } from "../line";
import { type Reactions, react } from "../reactions";
import type { Log } from "./log";
import type { Seats } from "./seats";

const until = (timeMs: number): number => performance.now() + timeMs;

export class Offers {
  show?: number;
  showdown?: number;
  runIt?: { most: number; ends: number };
  choose?: number;
  see?: number;
  /** The player who asked, and whether the viewer has a say in it. */
  rabbit?: { seat: number; ends: number; asksViewer: boolean };
  /** The cards that a rabbit hunt found. */
  hunted: Card[] = [];

  clear(): void {
    for (const name of ["show", "showdown", "runIt", "choose", "see", "rabbit"] as const) delete this[name];
  }
  begin(): void {
    this.clear();
    this.hunted = [];
  }
  /** Takes the offers from before the viewer returned. */
  take({ you }: TableView, seats: Seats): void {
    this.clear();
    for (const offer of you?.offers ?? []) react(this.made, offer, seats, true);
  }
  /** Returns the names of the open offers, as the server's events have them. */
  open(now: number): string[] {
    const { rabbit } = this;
    const all: [name: string, ends: number | undefined][] = [
      ["ShowOffered", this.show], ["ShowdownOpened", this.showdown], ["RunItOffered", this.runIt?.ends], ["ChoiceOffered", this.choose],
      ["AwardHeld", this.see], ["RabbitAsked", rabbit?.asksViewer ? rabbit.ends : undefined],
    ];
    return all.filter(([, ends]) => (ends ?? 0) > now).map(([name]) => name);
  }
  happen(event: TableEvent, seats: Seats, log: Log, info: TableInfo): void {
    react(this.made, event, seats, Boolean(seats.mine?.hand?.volunteered));
    react(this.on, event, seats, log, info);
  }

  private readonly made: Reactions<TableEventBodies, [seats: Seats, asksViewer: boolean]> = {
    ShowOffered: ({ seat, time_ms }, { you }) => {
      if (seat === you?.seat) this.show = until(time_ms);
    },
    // The event comes again whenever a player has shown. A player who has already shown gets no new
    // offer.
    ShowdownOpened: ({ time_ms }, { mine }) => {
      if (mine?.hand && !mine.hand.folded && !mine.hand.tabled) this.showdown = until(time_ms);
      else delete this.showdown;
    },
    RunItOffered: ({ most, time_ms }, { mine }) => {
      if (mine?.hand && !mine.hand.folded) this.runIt = { most, ends: until(time_ms) };
    },
    ChoiceOffered: ({ seat, time_ms }, { you }) => {
      if (seat === you?.seat) this.choose = until(time_ms);
    },
    AwardHeld: ({ time_ms }) => {
      delete this.showdown;
      this.see = until(time_ms);
    },
    RabbitAsked: ({ seat, time_ms }, { you }, asksViewer) => {
      this.rabbit = { seat, ends: until(time_ms), asksViewer: asksViewer && seat !== you?.seat };
    },
  };

  private readonly on: Reactions<TableEventBodies, [seats: Seats, log: Log, info: TableInfo]> = {
    Paused: () => this.clear(),
    ShowdownClosed: () => {
      delete this.showdown;
      delete this.see;
    },
    SeeHandAsked: ({ seat, target }, seats, log) => {
      const { you, name } = seats.who(target);
      log.say("log-asks-to-see", { ...seats.who(seat), target: name, targetYou: you }, "table");
    },
    RunItAnswered: ({ seat, boards }, seats, log) => {
      log.say("log-wants-boards", { ...seats.who(seat), count: boards });
    },
    RunItAgreed: () => {
      delete this.runIt;
    },
    ChoiceOffered: ({ seat }, seats, log) => {
      log.say("log-may-choose", seats.who(seat), "table");
    },
    GameChanged: ({ game, by }, seats, log, info) => {
      delete this.choose;
      const name = info.games[game]?.name ?? info.game_name;
      if (by === null) log.say("log-next-game", { game: name }, "table");
      else log.say("log-next-game-chosen", { ...seats.who(by), game: name }, "table");
    },
    RabbitAsked: ({ seat }, seats, log) => {
      log.say("log-asks-rabbit", seats.who(seat), "table");
    },
    RabbitAnswered: ({ seat, agrees }, seats, log) => {
      if (seat === seats.mine?.seat || !agrees) delete this.rabbit;
      log.say(agrees ? "log-rabbit-agreed" : "log-rabbit-refused", seats.who(seat), "table");
    },
    RabbitShown: ({ cards }, _seats, log) => {
      this.hunted = cards;
      delete this.rabbit;
      log.say("log-rabbit-shown", { cards: new Cards(cards) }, "table");
    },
  };
}
