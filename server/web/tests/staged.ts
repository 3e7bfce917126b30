// A staged table: the test answers the page's socket instead of a server. So it can show the
// fullest possible felt, which real cards seldom produce.
import type { Page } from "@playwright/test";
import type {
  Card, ClientMessageBodies, ErrorCode, Game, HandSummary, LedgerRow, LegalActions, OwnView, Role, SeatInHand, SeatView, ServerMessage, Statistics, TableEvent, TableInfo, TableView,
  TournamentEvent, TournamentInfo, TournamentView, TournamentWall,
} from "cardroom-bot/protocol";

const DECK = "23456789TJQKA".split("").flatMap((rank) => "cdhs".split("").map((suit) => `${rank}${suit}`));

/** Returns cards of a deck in a mixed order, the same ones for the same place. */
export const cards = (from: number, count: number): Card[] => Array.from({ length: count }, (_, index) => DECK[((from + index) * 23 + 7) % 52] ?? "As");

const HIGH = [{ ranking: "High", hole: "Any" }] as const;

const game = (change: Partial<Game>): Game => ({
  id: "holdem", name: "Hold'em", betting: "NoLimit", small_blind: 50, big_blind: 100, bring_in: 0, ante: 0, ante_kind: "None",
  deck: "Standard52", hole_cards: 2, board_cards: 5, draws: 0, showdown: [...HIGH], ...change,
});

export const GAMES = {
  holdem: game({}),
  omaha: game({ id: "omaha", name: "Omaha", betting: "PotLimit", hole_cards: 4, showdown: [{ ranking: "High", hole: "ExactlyTwo" }] }),
  omahaFive: game({ id: "omaha-five", name: "Five-card Omaha", betting: "PotLimit", hole_cards: 5, showdown: [{ ranking: "High", hole: "ExactlyTwo" }] }),
  omahaSix: game({ id: "omaha-six", name: "Six-card Omaha", betting: "PotLimit", hole_cards: 6, showdown: [{ ranking: "High", hole: "ExactlyTwo" }] }),
  stud: game({ id: "stud", name: "Seven-card stud", betting: "FixedLimit", small_blind: 0, bring_in: 30, ante: 15, ante_kind: "Each", hole_cards: 7, board_cards: 0 }),
  draw: game({ id: "deuce-seven-triple", name: "2-7 triple draw", betting: "FixedLimit", hole_cards: 5, board_cards: 0, draws: 3, showdown: [{ ranking: "DeuceSevenLow", hole: "Any" }] }),
  aceFive: game({ id: "ace-five-triple", name: "A-5 triple draw", betting: "FixedLimit", hole_cards: 5, board_cards: 0, draws: 3, showdown: [{ ranking: "AceFiveLow", hole: "Any" }] }),
  badugi: game({ id: "badugi", name: "Badugi", betting: "FixedLimit", hole_cards: 4, board_cards: 0, draws: 3, showdown: [{ ranking: "Badugi", hole: "Any" }] }),
  badeucey: game({
    id: "badeucey", name: "Badeucey", betting: "FixedLimit", hole_cards: 5, board_cards: 0, draws: 3,
    showdown: [{ ranking: "AceHighBadugi", hole: "Any" }, { ranking: "DeuceSevenLow", hole: "Any" }],
  }),
} satisfies Record<string, Game>;

const NAMES = ["Ada", "Blaise Pascal", "Charles", "Dorothy Vaughan", "Émilie", "Florence", "Grace Hopper", "Hypatia", "Ida Rhodes", "Johann"];

/** Names as long as the room allows. */
const LONG_NAMES = ["Maximiliane Wolkenstein", "Countess Ada of Lovelace", "Bartholomew Montgomery", "Wilhelmina Winterbottom"];

/** What the server says about walls, as it is at the moment. */
export type Wall = Omit<TournamentWall, "tournament"> | null;

export interface Stage {
  game: keyof typeof GAMES;
  seats: number;
  /** Every player has a long name, a large stack and a bet, and nobody has folded. */
  full?: boolean;
  /** Changes to the felt. */
  info?: Partial<TableInfo>;
  /** The viewer's seat. Null for a watcher. */
  own?: number | null;
  /** Seats without a player. */
  empty?: number[];
  board?: number;
  /** The viewer is to act. */
  turn?: boolean;
  /** No hand is in progress. */
  idle?: boolean;
  paused?: boolean;
  /** The seat of a player who belongs to the staff. */
  staff?: number;
  tournament?: TournamentView;
  /** What walls show. Null if there is nothing to say about them. */
  wall?: Wall;
  /** The fraction left of a turn's half minute. */
  left?: number;
  /** The viewer has lost all chips and sits out. */
  broke?: boolean;
  role?: Role;
  /** The delay before the server answers. */
  slowMs?: number;
  /** The server no longer answers. */
  dead?: boolean;
  /** The requests that the server refuses. */
  refuses?: Partial<Record<keyof ClientMessageBodies, ErrorCode>>;
  /** The chips in the viewer's wallet. */
  wallet?: number;
  /** The cards in the viewer's hand. */
  cards?: Card[];
  /** The hands that the viewer played. */
  hands?: HandSummary[];
  /** The tables and the tournaments in the lobby. */
  lobby?: TableInfo[];
  tournaments?: TournamentInfo[];
  /** The viewer's statistics. */
  statistics?: Omit<Statistics, "request">;
  /** The names of the players, by their seats. */
  names?: string[];
  /** The minor version that the server speaks. */
  minor?: number;
  /** Answers a message instead of the stage. Returns `null` to leave it to the stage. */
  answers?: (name: keyof ClientMessageBodies, body: Record<string, unknown>) => ServerMessage[] | null;
}

export const TABLE = 7;
export const TOURNAMENT = 3;

export const RAISE: LegalActions = {
  fold: true, check: false, call: 2_400, bring_in: null, discard: null,
  wager: { raise: true, min_to: 4_800, max_to: 98_500, pot_to: 16_200, fixed: false },
};
const DISCARD: LegalActions = { fold: false, check: false, call: null, bring_in: null, wager: null, discard: { least: 0, most: 5 } };

const entry = { taken: 0, top_ups: 2_500, given: 1_000, cash_outs: 12_500, lost: 0 };
const LEDGER: LedgerRow[] = LONG_NAMES.map((player, index) => ({ ...entry, player, buy_ins: 10_000, stack: 98_765, won: (2 - index) * 12_345 + 6_172 }));
const often = { count: 251, of: 1_000 };
const STATISTICS: Omit<Statistics, "request"> = {
  hands: 12_345, tournament_hands: 0, won: 123_456, lost: 0, vpip: often, pfr: often, three_bet: often, went_to_showdown: often, won_at_showdown: often, partial: false, curve: [],
  games: [{ game: "omaha-six", name: "Six-card Omaha high-low", hands: 12_345, won: 1_234_567, lost: 0, vpip: often, pfr: often, three_bet: often, went_to_showdown: often, won_at_showdown: often }],
};

const inHand = (stage: Stage, seat: number): SeatInHand => {
  const { hole_cards, board_cards } = GAMES[stage.game];
  const isStud = board_cards === 0 && hole_cards === 7;
  return {
    folded: !stage.full && seat === 1 && stage.seats > 4, all_in: !stage.full && seat === 2 && stage.seats > 2, bet: stage.full ? 98_765 : seat === 1 && stage.seats > 4 ? 0 : [2_400, 1_200, 12_550, 100][seat % 4] ?? 0,
    card_count: hole_cards, up: isStud ? cards(seat * 4, 4) : [], tabled: null,
  };
};

/** Returns the server's view of the table. */
export const viewOf = (stage: Stage): TableView => {
  const its = GAMES[stage.game];
  const own = stage.own === undefined ? 0 : stage.own;
  const empty = stage.empty ?? [];
  const info: TableInfo = {
    table: TABLE, name: "The Analytical Engine", game: its.id, game_name: its.name, betting: its.betting, rulebook: "online",
    small_blind: its.small_blind, big_blind: its.big_blind, ante: its.ante, ante_kind: its.ante_kind, unit: 1, seats: stage.seats,
    seated: stage.seats - empty.length, min_buy_in: 4_000, max_buy_in: 20_000, bots_allowed: true, hands_played: 1233, average_pot: 900,
    games: [its], switch: "Never", straddle: null, bomb_pot: null, max_boards: 1, tournament: stage.tournament ? TOURNAMENT : null, hybrid: false,
    host: null, waiting: 0, bots: 0, free_chat: false, top_up_to: 10_000, shows_folded: true, chip_value: null, ...stage.info,
  };
  const seats = Array.from({ length: stage.seats }, (_, seat): SeatView => ({
    seat, name: (stage.full ? LONG_NAMES[seat % 4] : (stage.names?.[seat] ?? NAMES[seat])) ?? `Player ${seat}`, bot: seat % 3 === 1, connected: seat !== 4, sitting_out: false, avatar: seat * 5, color: seat, muted: false, shown: [], staff: stage.staff === seat,
    stack: stage.full ? 876_543 : seat === 2 && !stage.idle && stage.seats > 2 ? 0 : 9_850 + seat * 12_345, in_hand: stage.idle ? null : inHand(stage, seat),
    ...(stage.broke && seat === own ? { stack: 0, sitting_out: true } : {}),
  })).filter(({ seat }) => !empty.includes(seat));
  const isTurn = stage.turn !== false;
  const you: OwnView | null = own === null ? null : {
    seat: own, cards: stage.idle ? [] : (stage.cards ?? cards(own * 4 + 30, its.hole_cards)), to_show: [], offers: [], last_action_id: 0,
    decision: isTurn && !stage.idle ? { turn: 1, legal: its.draws ? DISCARD : RAISE } : null,
    wait_for_big_blind: false, auto_muck: true, straddle: false,
  };
  return {
    info, seq: 1, paused: stage.paused ?? false, seats, you, buy_in: { min: info.min_buy_in, max: info.max_buy_in }, hybrid: null,
    hand: stage.idle ? null : {
      hand: 1234, game: its, bomb_pot: false, button: stage.seats - 1, small_blind: 0, big_blind: 1, street: 1,
      boards: [cards(40, its.board_cards ? (stage.board ?? 5) : 0)], current_bet: 2_400,
      pots: [{ amount: 3_200, seats: [0, 2, 3] }, { amount: 1_250, seats: [0, 3] }],
      turn: { seat: isTurn ? (own ?? 0) : (own ?? 0) + 1, time_ms: stage.left ?? 25_000, bank_ms: 60_000 },
    },
  };
};

/** Returns a tournament in its third level, with a break ahead. */
export const tournament = (change: Partial<TournamentView["clock"]> = {}): TournamentView => {
  const stakes = { betting: "NoLimit", small_blind: 50, big_blind: 100, bring_in: 0, ante: 100, ante_kind: "BigBlind", unit: 25 } as const;
  return {
    info: {
      tournament: TOURNAMENT, name: "Sunday Major", structure: "nightly-freezeout", game: "holdem", game_name: "Hold'em", betting: "NoLimit",
      rulebook: "tda-2024", format: "Open", state: "Running", starts_at: 0, seats: 9, buy_in: 1_000, fee: 100, bounty: null, starting_stack: 20_000,
      entries: 45, max_entries: 200, players_left: 23, level: 3, late_level: 6, open: false, re_entries: 0, guarantee: 0, prize_pool: 45_000, min_age: null,
      check_in: false, bots_allowed: true, self_run: false, host: null, bot_at: null, counts_for: null,
    },
    seq: 1, tables: 3, average_stack: 39_130, smallest_stack: 2_500, largest_stack: 98_000, places_paid: 6, payouts: [], hand_for_hand: false,
    deals_allowed: true, deal: null, announcement: null,
    clock: {
      phase: "Level", level: 3, stakes, remaining_ms: 252_000, next: { level: 4, seconds: 600, stakes: { ...stakes, small_blind: 100, big_blind: 200, ante: 200 } },
      next_break_ms: 1_452_000, ...change,
    },
    you: { entry: 1, state: "Playing", table: TABLE, seat: 0, stack: 9_850, place: null, prize: 0, bounties: 0, head: 0, penalty_hands: 0, may_buy: [], may_re_enter: false },
  };
};

/** Sends messages to the open page, and has the page's requests. */
export interface Staged {
  happens(...events: TableEvent[]): void;
  directs(...events: TournamentEvent[]): void;
  says(message: ServerMessage): void;
  /** Loses the connection, with a close code. The page then opens another. */
  drops(code?: number): void;
  asked: Record<string, unknown>[];
  /** The view that the page gets when it asks for one. */
  view: TableView;
}

/** Answers the page's socket with this table, and opens the page there. */
export const staged = async (page: Page, stage: Stage): Promise<Staged> => {
  const view = viewOf(stage);
  const asked: Record<string, unknown>[] = [];
  let say: (message: ServerMessage) => void = () => undefined;
  let drop: (code: number) => Promise<void>;
  let [seq, step] = [view.seq, stage.tournament?.seq ?? 0];
  await page.addInitScript(() => localStorage.setItem("cardroom.token", "staged"));
  await page.routeWebSocket(/\/ws$/, (socket) => {
    say = (message) => socket.send(JSON.stringify([message]));
    drop = (code) => socket.close({ code });
    const answer = (name: keyof ClientMessageBodies, request: number): ServerMessage[] => {
      const code = stage.refuses?.[name];
      if (code) return [{ Refused: { request, code, message: `The room refuses this (${code}). Wait for a moment, and then try again.` } }];
      if (name === "LoginToken") {
        return [{ LoggedIn: { request, account: "1", name: "Ada", role: stage.role ?? "Player", balance: stage.wallet ?? 8_000, resume_token: null, tables: stage.own === null ? [] : [TABLE], tournaments: stage.tournament?.you ? [TOURNAMENT] : [], guest: false, avatar: 3, color: 5 } }];
      }
      if (name === "Observe") return [{ TableSnapshot: { table: TABLE, view: { ...view, seq } } }, { Done: { request } }];
      if (name === "WatchTournament" && stage.tournament) {
        const wall: ServerMessage[] = stage.wall ? [{ TournamentWall: { tournament: TOURNAMENT, ...stage.wall } }] : [];
        return [{ TournamentSnapshot: { tournament: TOURNAMENT, view: { ...stage.tournament, seq: step } } }, ...wall, { Done: { request } }];
      }
      if (name === "ListPlayers") {
        const isOver = stage.tournament?.info.state === "Finished";
        const players = Array.from({ length: 23 }, (_, index) => ({
          entry: index + 1, name: index === 4 ? "Ada" : (NAMES[index + 1] ?? `Player ${index}`), bot: false, state: isOver ? ("Out" as const) : ("Playing" as const),
          stack: isOver ? 0 : 98_000 - index * 4_000, table: isOver ? null : TABLE, seat: isOver ? null : 0,
          place: isOver ? index + 1 : null, prize: isOver ? ([18_000, 11_500, 7_000, 4_000][index] ?? 0) : 0, bounties: 0, head: 0, re_entries: 0, avatar: index, color: index % 8, staff: index === 1,
        }));
        return [{ PlayerPage: { request, tournament: TOURNAMENT, from: 0, total: 23, players } }];
      }
      if (name === "GetTableLedger") return [{ TableLedger: { request, table: TABLE, rows: LEDGER, settle: [], fewest: true, chip_value: null } }];
      if (name === "WatchLobby" && stage.lobby) return [{ TableList: { request, tables: stage.lobby, last: true } }];
      if (name === "ListTournaments" && stage.tournaments) return [{ TournamentList: { request, tournaments: stage.tournaments, last: true } }];
      if (name === "GetStatistics") return [{ Statistics: { request, ...(stage.statistics ?? STATISTICS) } }];
      if (name === "ListHands") return [{ HandPage: { request, from: 0, total: stage.hands?.length ?? 0, hands: stage.hands ?? [] } }];
      if (name === "ListTournamentTables") return [{ TablePage: { request, tournament: TOURNAMENT, from: 0, total: 0, tables: [] } }];
      return [{ Done: { request } }];
    };
    socket.onMessage((text) => {
      if (stage.dead) return;
      for (const message of JSON.parse(String(text)) as Record<string, { request?: number }>[]) {
        const [[name, body] = ["", {}]] = Object.entries(message);
        asked.push(message);
        const own = stage.answers?.(name as keyof ClientMessageBodies, body as Record<string, unknown>);
        if (own) own.forEach((each) => say(each));
        else if (name === "Hello") say({ Welcome: { minor: stage.minor ?? 0, server: "staged", room: "The Analytical", time_ms: Date.now(), idle_timeout_ms: 60_000, share_links: true, pokerstars_text: true } });
        else if (name === "Ping") say({ Pong: { nonce: 0, time_ms: Date.now() } } as unknown as ServerMessage);
        else if (body.request !== undefined) {
          const answers = answer(name as keyof ClientMessageBodies, body.request);
          const sayAll = (): void => answers.forEach((each) => say(each));
          if (stage.slowMs) setTimeout(sayAll, stage.slowMs);
          else sayAll();
        }
      }
    });
  });
  await page.goto(`/#/table/${TABLE}`);
  await page.locator(".felt .pod, .felt .middle").first().waitFor();
  return {
    happens: (...events) => say({ Step: { table: TABLE, seq: ++seq, events } } as unknown as ServerMessage),
    directs: (...events) => say({ TournamentStep: { tournament: TOURNAMENT, seq: ++step, events } }),
    says: (message) => say(message),
    drops: (code = 1001) => void drop(code),
    asked,
    view,
  };
};
