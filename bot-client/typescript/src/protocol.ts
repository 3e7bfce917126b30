// The messages of the Cardroom protocol as they stand in JSON. Written from the Rust types by
// `BLESS=1 cargo test -p cardroom-protocol typescript`: do not edit.

/** A rank of `23456789TJQKA` and a suit of `cdhs`. */
export type Card = string;

/** Bytes as lower-case hex digits. */
export type Hex = string;

export const MINOR_VERSION = 1;

export type ErrorCode =
  | "malformed"
  | "too_large"
  | "wrong_frame_kind"
  | "unsupported_version"
  | "hello_expected"
  | "rate_limited"
  | "busy"
  | "slow_client"
  | "idle_timeout"
  | "replaced"
  | "shutting_down"
  | "internal"
  | "login_timeout"
  | "unknown_message"
  | "moved"
  | "not_logged_in"
  | "already_logged_in"
  | "bad_credentials"
  | "bad_token"
  | "name_taken"
  | "bad_name"
  | "bad_password"
  | "forbidden"
  | "conflict"
  | "no_refill_due"
  | "bad_appearance"
  | "suspended"
  | "second_factor_needed"
  | "bad_code"
  | "token_scope"
  | "prove_factor"
  | "factor_required"
  | "unknown_table"
  | "unknown_seat"
  | "seat_taken"
  | "table_full"
  | "already_seated"
  | "not_seated"
  | "buy_in_out_of_range"
  | "insufficient_funds"
  | "rathole"
  | "bots_not_allowed"
  | "bad_text"
  | "too_many_tables"
  | "nothing_to_do"
  | "table_closed"
  | "no_chips"
  | "leaving"
  | "not_your_turn"
  | "stale_turn"
  | "cannot_check"
  | "nothing_to_call"
  | "cannot_bet"
  | "nothing_to_raise"
  | "raise_not_allowed"
  | "below_minimum"
  | "above_maximum"
  | "not_a_unit"
  | "no_hand"
  | "nothing_to_show"
  | "stale_action_id"
  | "not_a_limit_bet"
  | "must_bring_in"
  | "no_bring_in"
  | "draw_now"
  | "nothing_to_draw"
  | "no_such_card"
  | "nothing_to_run"
  | "boards_out_of_range"
  | "not_your_choice"
  | "unknown_game"
  | "not_reopened"
  | "raise_cap"
  | "nothing_to_bet"
  | "not_hybrid"
  | "floor_called"
  | "chips_not_there"
  | "declared_already"
  | "string_bet"
  | "limited_to_call_or_fold"
  | "bound_to_bet"
  | "bound_to_raise"
  | "bound_to_call_or_raise"
  | "call_stands"
  | "no_ticket"
  | "not_an_option"
  | "substantial_action"
  | "street_closed"
  | "not_the_last_wager"
  | "no_pot_count"
  | "not_in_hand"
  | "last_hand"
  | "too_early"
  | "not_yours_to_call"
  | "not_facing_a_bet"
  | "window_closed"
  | "no_right_to_see"
  | "show_all_or_none"
  | "discarded"
  | "no_rabbit_hunt"
  | "not_winner"
  | "betting_open"
  | "not_enterable"
  | "no_such_error"
  | "no_shuffle_left"
  | "table_paused"
  | "given_up_stays_down"
  | "next_hand_began"
  | "unknown_tournament"
  | "unknown_structure"
  | "unknown_entry"
  | "not_registering"
  | "too_late"
  | "tournament_full"
  | "already_entered"
  | "not_entered"
  | "too_many_entries"
  | "under_age"
  | "banned"
  | "tournament_over"
  | "no_purchase"
  | "no_offer"
  | "tournament_table"
  | "no_deals"
  | "bad_deal"
  | "unknown_deal"
  | "seq_moved"
  | "not_allowed_now"
  | "not_in_the_rules"
  | "plays_here"
  | "cannot_undo"
  | "second_needed"
  | "no_seat"
  | "ticket_claimed"
  | "beyond_entries"
  | "bad_structure"
  | "unknown_hand"
  | "unknown_code"
  | "hosting_off"
  | "too_many_hosted"
  | "seats_free"
  | "seat_kept"
  | "wait_list_full"
  | "address_seated"
  | "network_full"
  | "not_verifiable"
  | "bad_anchor"
  | "match_table"
  | `code_${number}`;

export interface AccountBan {
  name: string;
  league: string | null;
  days: number;
}

export interface AccountPage {
  request: number;
  from: number;
  total: number;
  accounts: AccountRow[];
}

export interface AccountRow {
  id: string;
  name: string;
  role: Role;
  guest: boolean;
  bot: boolean;
  online: boolean;
  opened_at: number | null;
  suspended_until: number | null;
  muted_until: number | null;
  erased_at: number | null;
}

export interface AccountShown {
  request: number;
  account: AccountRow;
  wallet: number;
  on_tables: number;
  second_factor: boolean;
  tables: SeatedAt[];
  tournaments: number[];
  tokens: ApiTokenInfo[];
  linked: boolean;
  locked_until: number | null;
}

export interface Act {
  table: number;
  turn: number;
  action_id: number;
  action: Action;
}

export interface Acted {
  seat: number;
  action: Action;
  added: number;
  timed_out: boolean;
}

export interface ActionAccepted {
  table: number;
  action_id: number;
}

export interface ActionHeld {
  seat: number;
  gesture: Gesture;
  to: number;
  stake: number;
}

export interface ActionRefused {
  table: number;
  action_id: number;
  code: ErrorCode;
  message: string;
  legal: LegalActions | null;
}

export interface ActionsRescinded {
  actions: number;
  returned: ReturnedBet[];
  back: number[];
  current_bet: number;
  rule: string;
}

export interface AddOnTerms {
  cost: number;
  chips: number;
  after_level: number;
}

export interface Administer {
  request: number;
  reason: string;
  order: AccountOrder;
}

export interface Announcement {
  text: string;
}

export interface ApiToken {
  request: number;
  label: string;
  token: string;
  id: number;
}

export interface ApiTokenInfo {
  id: number;
  label: string;
  scopes: Scope[];
  created_ms: number;
  last_used_ms: number | null;
  last_address: string | null;
  ends_ms: number | null;
}

export interface ApiTokenList {
  request: number;
  tokens: ApiTokenInfo[];
  second_factor: boolean;
}

export interface AskToSee {
  request: number;
  table: number;
  seat: number;
}

export interface AttendTable {
  request: number;
  table: number;
  on: boolean;
}

export interface AuditEntry {
  at: number;
  operator: string;
  table: number;
  seq: number;
  command: string;
  reason: string;
  rule: string | null;
  table_name: string;
}

export interface AuditPage {
  request: number;
  from: number;
  total: number;
  entries: AuditEntry[];
}

export interface AwardHeld {
  time_ms: number;
}

export interface Balance {
  balance: number;
}

export interface Ban {
  entry: number;
  days: number;
}

export interface BanPage {
  request: number;
  from: number;
  total: number;
  bans: BanRow[];
}

export interface BanRow {
  name: string;
  league: string | null;
  until: number;
  at: number;
  operator: string;
  reason: string;
}

export interface BannedAccount {
  name: string;
  league: string | null;
}

export interface BetsCollected {
  pots: Pot[];
}

export interface BoardDealt {
  board: number;
  cards: Card[];
}

export interface BombPot {
  every_hands: number;
  ante: number;
}

export interface BountyTerms {
  amount: number;
  kind: BountyKind;
}

export interface BountyWon {
  entry: number;
  from: number;
  amount: number;
  head: number;
}

export interface BoxedCards {
  cards: number;
  at: BoxedAt;
}

export interface BreakBegan {
  remaining_ms: number;
  next: LevelSheet | null;
}

export type BreakDue = Record<string, never>;

export type BreakEnded = Record<string, never>;

export interface BreakSheet {
  seconds: number;
  new_unit: number | null;
}

export interface ButtonSet {
  seat: number;
  rule: string;
}

export interface BuyChips {
  request: number;
  tournament: number;
  what: Purchase;
}

export interface BuyInAnswer {
  ask: number;
  player: string;
  amount: number;
}

export interface BuyInAsked {
  table: number;
  ask: number;
  player: string;
  seat: number | null;
  amount: number;
  top_up: boolean;
}

export interface BuyInRange {
  min: number;
  max: number;
}

export interface BuyInSettled {
  table: number;
  ask: number;
}

export interface BuyInWaits {
  request: number;
  table: number;
}

export interface CallAccepted {
  seat: number;
}

export interface CallClock {
  request: number;
  table: number;
}

export interface CallRetracted {
  seat: number;
  amount: number;
}

export interface CalledShort {
  seat: number;
  paid: number;
  due: number;
  time_ms: number | null;
}

export interface CardCount {
  seat: number;
  cards: number;
}

export interface CardsDealt {
  each: number;
}

export interface CardsOpened {
  table: number;
  seq: number;
  hand: number;
  cards: OpenedCard[];
  skips: SkippedPlace[];
  tosses: CommittedToss[];
  picks: OpenedPicks[];
}

export interface CardsShown {
  hand: number;
  seat: number;
  cards: Card[];
}

export interface ChangeLeague {
  request: number;
  reason: string;
  change: LeagueChange;
}

export interface ChangePassword {
  request: number;
  old: string;
  new: string;
  end_tokens: boolean;
}

export interface ChangeTable {
  request: number;
  table: number;
  terms: TableTerms;
}

export interface Chat {
  request: number;
  table: number;
  text: string;
}

export interface ChatFound {
  at: number;
  name: string;
  table: number;
  text: string;
}

export interface ChatLine {
  table: number;
  name: string;
  text: string;
  staff: boolean;
}

export interface ChatPage {
  request: number;
  from: number;
  total: number;
  lines: ChatFound[];
}

export interface CheckIn {
  request: number;
  tournament: number;
}

export interface CheckedIn {
  entry: number;
}

export interface ChipCount {
  denomination: number;
  count: number;
}

export interface ChipOrder {
  entry: number;
  chips: number;
}

export interface ChipValue {
  currency: string;
  chips_per_unit: number;
}

export interface ChipsBagged {
  tournament: number;
  chips: number;
  structure: string;
  name: string;
}

export interface ChipsBought {
  entry: number;
  what: Purchase;
  chips: number;
  prize_pool: number;
}

export interface ChipsExchanged {
  unit: number;
  chips_before: number;
  chips_after: number;
}

export interface ChipsFor {
  account: string;
  chips: number;
}

export interface ChipsMoved {
  seat: number;
  total: number;
  motions_left: number | null;
}

export interface Choice {
  id: string;
  name: string;
}

export interface ChoiceOffered {
  seat: number;
  time_ms: number;
}

export interface ChooseGame {
  request: number;
  table: number;
  game: number;
}

export interface ClockCalled {
  seat: number;
  time_ms: number;
  count_ms: number;
  rule: string;
}

export interface ClockPaused {
  remaining_ms: number;
  reason: string;
}

export interface ClockResumed {
  remaining_ms: number;
}

export interface ClockSet {
  remaining_ms: number;
  next_break_ms: number | null;
}

export interface ClockSetting {
  level: number;
  seconds_left: number;
}

export interface ClockView {
  phase: ClockPhase;
  level: number;
  stakes: Stakes;
  remaining_ms: number;
  next: LevelSheet | null;
  next_break_ms: number | null;
}

export interface CloseHosted {
  request: number;
  table: number;
}

export interface ColorUp {
  table: number | null;
  unit: number;
  method: ColorUpMethod | null;
}

export interface CommittedToss {
  seat: number;
  count: number;
  commitment: Hex;
}

export interface Correction {
  tournament: number;
  name: string;
  change: ResultChange;
}

export interface CountFor {
  tournament: number;
  league: string | null;
}

export interface CountsFor {
  league: string;
  season: string | null;
}

export interface CreateApiToken {
  request: number;
  label: string;
  scopes: Scope[];
  ends_at: number | null;
  password: string | null;
  code: string | null;
}

export interface CurvePoint {
  hands: number;
  won: number;
  lost: number;
}

export interface DealAgreed {
  deal: number;
  shares: DealPart[];
  for_winner: number;
}

export interface DealAsked {
  proposer: number | null;
}

export interface DealBound {
  table: number;
  hand: number;
  links: LentLink[];
  spares: Hex[];
}

export type DealDropped = Record<string, never>;

export interface DealGivenUp {
  table: number;
  seal: Hex;
  links: (LentLink | null)[];
  seeds: Hex[];
}

export interface DealJoined {
  request: number;
  table: number;
  key: Hex;
  origin: string;
  prev: Hex;
  index: number;
  window_ms: number;
}

export interface DealOffered {
  tournament: number;
  deal: number;
  proposer: number | null;
  yours: number;
  shares: DealPart[];
  for_winner: number;
  time_ms: number;
}

export interface DealOpened {
  table: number;
  opening: Hex;
  signature: Hex;
  answer_ms: number;
}

export interface DealPart {
  entry: number;
  name: string;
  amount: number;
}

export interface DealProof {
  request: number;
  proof: string;
}

export interface DealProposed {
  deal: number;
}

export interface DealRejected {
  deal: number;
}

export interface DealRuled {
  error: DealError;
  remedy: DealRemedy;
  returned: number;
  rule: string;
}

export interface DealSealed {
  table: number;
  seal: Hex;
}

export interface DealShare {
  entry: number;
  amount: number;
}

export interface Decision {
  turn: number;
  legal: LegalActions;
}

export interface DeclineRebuy {
  request: number;
  tournament: number;
}

export interface DeliveryPage {
  request: number;
  from: number;
  total: number;
  deliveries: HookDelivery[];
}

export interface DirectHook {
  request: number;
  reason: string;
  order: HookOrder;
}

export interface DirectLeague {
  request: number;
  reason: string;
  rule: string | null;
  command: LeagueCommand;
}

export interface DirectSchedule {
  request: number;
  reason: string;
  order: ScheduleOrder;
}

export interface DirectTable {
  request: number;
  table: number;
  seq: number;
  reason: string;
  rule: string | null;
  command: TableCommand;
}

export interface DirectTournament {
  request: number;
  tournament: number;
  seq: number;
  reason: string;
  rule: string | null;
  command: TournamentCommand;
}

export interface Discard {
  table: number;
  turn: number;
  action_id: number;
  cards: Card[];
}

export interface DiscardRange {
  least: number;
  most: number;
}

export interface Discarded {
  seat: number;
  count: number;
  timed_out: boolean;
}

export interface Disqualification {
  entry: number;
  keeps_prize: boolean;
}

export interface Done {
  request: number;
}

export interface DrawBegan {
  least: number;
  most: number;
  replaced: boolean;
}

export interface Drawn {
  seat: number;
  count: number;
}

export interface EarlyBonus {
  chips: number;
  minutes_before: number;
}

export interface Emote {
  request: number;
  table: number;
  emote: EmoteKind;
}

export interface Emoted {
  table: number;
  seat: number;
  emote: EmoteKind;
}

export interface EnterTournament {
  request: number;
  tournament: number;
  of_age: boolean;
}

export interface Entered {
  request: number;
  tournament: number;
  entry: number;
  waiting: boolean;
}

export interface EntryClosed {
  entries: number;
  prize_pool: number;
  places_paid: number;
  payouts: Payout[];
}

export interface EntryMade {
  entry: number;
  name: string;
  bot: boolean;
  re_entries: number;
  stack: number;
  entries: number;
  prize_pool: number;
}

export type EntryOpened = Record<string, never>;

export interface EntryPair {
  one: number;
  other: number;
}

export interface EntryReturned {
  tournament: number;
  entry: number;
  refund: number;
  ticket: boolean;
  reason: string;
}

export interface EntryWithdrawn {
  entry: number;
  entries: number;
  prize_pool: number;
}

export interface FindAccounts {
  request: number;
  text: string;
  which: AccountKind;
  from: number;
}

export interface Finished {
  tournament: number;
  entry: number;
  place: number;
  tied: number;
  prize: number;
  ticket: string | null;
  bounties: number;
  may_re_enter: boolean;
}

export interface Flagged {
  seat: number;
  flag: EtiquetteFlag;
}

export interface FloorAttended {
  attended: boolean;
}

export interface FloorOrdered {
  operator: string;
  command: TableCommand;
  reason: string;
  rule: string | null;
}

export interface FloorRuled {
  operator: string | null;
  command: TournamentCommand;
  reason: string;
  rule: string | null;
  state: RulingState;
}

export interface FoldedOutOfTurn {
  seat: number;
}

export interface Forfeited {
  seat: number;
  amount: number;
}

export interface Frequency {
  count: number;
  of: number;
}

export interface FrontSeen {
  seat: number;
  chips: number[];
}

export interface Game {
  id: string;
  name: string;
  betting: Betting;
  small_blind: number;
  big_blind: number;
  bring_in: number;
  ante: number;
  ante_kind: AnteKind;
  deck: Deck;
  hole_cards: number;
  board_cards: number;
  draws: number;
  showdown: Half[];
}

export interface GameChanged {
  game: number;
  by: number | null;
}

export interface GameStatistics {
  game: string;
  name: string;
  hands: number;
  won: number;
  lost: number;
  vpip: Frequency;
  pfr: Frequency;
  three_bet: Frequency;
  went_to_showdown: Frequency;
  won_at_showdown: Frequency;
}

export interface GetAccount {
  request: number;
  account: string;
}

export interface GetDealProof {
  request: number;
  table: number;
  hand: number;
}

export interface GetHand {
  request: number;
  table: number;
  hand: number;
  inspect: string | null;
}

export interface GetHandSoFar {
  request: number;
  table: number;
}

export interface GetHostedTournaments {
  request: number;
}

export interface GetHosting {
  request: number;
}

export interface GetHouseRules {
  request: number;
  tournament: number;
}

export interface GetIntegrityReport {
  request: number;
  since: number | null;
  until: number | null;
  player: string | null;
  from: number;
}

export interface GetPush {
  request: number;
}

export interface GetResults {
  request: number;
  tournament: number;
  from: number;
}

export interface GetStandings {
  request: number;
  league: string;
  season: string | null;
  from: number;
}

export interface GetStatistics {
  request: number;
  from: number | null;
  to: number | null;
}

export interface GetStructure {
  request: number;
  tournament: number;
}

export interface GetTableLedger {
  request: number;
  table: number;
}

export interface Goodbye {
  code: ErrorCode;
  message: string;
}

export interface Half {
  ranking: Ranking;
  hole: HoleUse;
}

export interface HandEnded {
  hand: number;
}

export interface HandExposed {
  seat: number;
  cards: Card[];
  live: boolean;
  rule: string;
}

export interface HandFilter {
  player: string | null;
  table: number | null;
  tournament: number | null;
  game: string | null;
  least_pot: number | null;
  since: number | null;
  until: number | null;
}

export type HandForHandBegan = Record<string, never>;

export type HandForHandEnded = Record<string, never>;

export interface HandForHandOver {
  hands: number;
}

export interface HandKilled {
  seat: number;
  reason: string;
  rule: string;
}

export interface HandLooks {
  table: number;
  hand: number;
  looks: SeatLook[];
}

export interface HandMucked {
  seat: number;
}

export interface HandOver {
  request: number;
  table: number;
  to: string | null;
}

export interface HandPage {
  request: number;
  from: number;
  total: number;
  hands: HandSummary[];
}

export interface HandRecord {
  table: number;
  hand: number;
  table_name: string;
  table_seats: number;
  tournament: number | null;
  rulebook: string;
  hybrid: boolean;
  began_at: number;
  ended_at: number;
  seats: RecordedSeat[];
  steps: RecordedStep[];
  cards: RecordedCards[];
  viewer: number | null;
  event: RecordedEvent | null;
}

export interface HandShared {
  request: number;
  path: string;
}

export interface HandShown {
  request: number;
  record: HandRecord;
}

export interface HandSoFar {
  request: number;
  table: number;
  hand: number;
  steps: RecordedStep[];
  seq: number;
}

export interface HandStarted {
  hand: number;
  game: Game;
  bomb_pot: boolean;
  button: number;
  small_blind: number | null;
  big_blind: number | null;
  dealt: number[];
}

export interface HandSummary {
  table: number;
  hand: number;
  table_name: string;
  tournament: number | null;
  game: string;
  ended_at: number;
  pot: number;
  void: boolean;
  players: number;
  board: Card[];
  own: OwnResult | null;
}

export interface HandTabled {
  seat: number;
  cards: Card[];
}

export interface HandView {
  hand: number;
  game: Game;
  bomb_pot: boolean;
  button: number;
  small_blind: number | null;
  big_blind: number | null;
  street: number;
  boards: Card[][];
  pots: Pot[];
  current_bet: number;
  turn: Turn | null;
}

export interface HandVoided {
  hand: number;
  reason: string;
}

export interface HeldBinds {
  seat: number;
}

export interface HeldCard {
  seat: number;
  place: number;
}

export interface HeldSettled {
  seat: number;
}

export interface Hello {
  minor: number;
  client: string;
}

export interface HoleCards {
  table: number;
  seq: number;
  hand: number;
  cards: Card[];
}

export interface HookChange {
  hook: number;
  terms: HookTerms;
}

export interface HookDelivery {
  event: number;
  kind: string;
  attempt: number;
  at: number;
  took_ms: number;
  status: number | null;
  error: string | null;
}

export interface HookEvent {
  hook: number;
  event: number;
}

export interface HookPage {
  request: number;
  from: number;
  total: number;
  hooks: HookShown[];
}

export interface HookSecret {
  request: number;
  hook: number;
  secret: string;
}

export interface HookShown {
  hook: number;
  made_at: number;
  terms: HookTerms;
  off: string | null;
  failing_since: number | null;
  waiting: number;
  dropped: number;
}

export interface HookTerms {
  address: string;
  events: string[];
  leagues: string[];
  tournaments: number[];
  format: HookFormat;
}

export interface HostChips {
  seat: number;
  player: string;
  amount: number;
}

export interface HostTable {
  request: number;
  terms: TableTerms;
}

export interface HostTournament {
  request: number;
  terms: TournamentTerms;
}

export interface HostableGame {
  id: string;
  name: string;
  max_players: number;
  bring_in: boolean;
  blinds: boolean;
}

export interface HostableStructure {
  id: string;
  name: string;
  game: string;
  betting: Betting;
  rulebook: string;
  buy_in: number;
  starting_stack: number;
  seats: number;
  max_entrants: number;
  level_minutes: number;
  when_full: boolean;
}

export interface Hosted {
  request: number;
  table: number;
  code: string;
}

export interface HostedTable {
  info: TableInfo;
  code: string;
}

export interface HostedTerms {
  table: number;
  terms: TableTerms;
  waits: boolean;
}

export interface HostedTournament {
  info: TournamentInfo;
  code: string;
}

export interface HostedTournaments {
  request: number;
  allowed: boolean;
  limits: TournamentHostingLimits;
  tournaments: HostedTournament[];
}

export interface Hosting {
  request: number;
  allowed: boolean;
  limits: HostingLimits;
  tables: HostedTable[];
}

export interface HostingLimits {
  per_account: number;
  seats: number;
  max_big_blind: number;
  max_buy_in: number;
  min_act_seconds: number;
  max_act_seconds: number;
  max_bank_seconds: number;
  close_empty_seconds: number;
  games: HostableGame[];
  rulebooks: Choice[];
  free_chat: boolean;
  min_between_ms: number;
  max_between_ms: number;
}

export interface HouseRule {
  rule: string;
  text: string;
}

export interface HouseRules {
  request: number;
  tournament: number;
  rules: HouseRule[];
  last: boolean;
}

export interface HybridView {
  attended: boolean;
  held: number[];
  bound: number[];
  limited: LimitedSeat[];
  ticket: TicketOpened | null;
  waiting_ms: number | null;
  clock_ms: number | null;
}

export interface ImportRoster {
  request: number;
  tournament: number;
  seq: number;
  reason: string;
  rule: string | null;
  text: string;
  more: boolean;
}

export interface ImpoundedPot {
  pot: number;
  table: number;
  chips: number;
  due: number;
  from: ChipOrder[];
  reason: string;
}

export interface Impoundment {
  table: number;
  parts: ChipOrder[];
}

export interface IntegrityHand {
  table: number;
  hand: number;
}

export interface IntegrityMeasure {
  measure: string;
  player: string | null;
  value: number;
  base: number;
  error: number;
  of: number;
  rarity: number;
  stands_out: boolean;
  hands: IntegrityHand[];
}

export interface IntegrityPair {
  payer: string;
  receiver: string;
  payer_bot: boolean;
  receiver_bot: boolean;
  hands: number;
  paid: number;
  returned: number;
  net: number;
  stands_out: boolean;
  measures: IntegrityMeasure[];
}

export interface IntegrityReport {
  request: number;
  from: number;
  total: number;
  hands: number;
  players: number;
  compared: number;
  partial: boolean;
  pairs: IntegrityPair[];
}

export interface Invited {
  request: number;
  info: TableInfo;
}

export interface InvitedToTournament {
  request: number;
  info: TournamentInfo;
}

export interface JoinDeal {
  request: number;
  table: number;
  level: DealLevel;
  anchor: Hex | null;
}

export interface JoinWaitList {
  request: number;
  table: number;
}

export interface LeagueInfo {
  league: string;
  name: string;
  rulebook: string | null;
  points: string;
  best_nights: number;
  least_nights: number;
  ties: LeagueTie[];
  min_age: number;
  members_only: boolean;
  seasons: SeasonInfo[];
  present: boolean;
  disqualified: string | null;
}

export interface LeagueList {
  request: number;
  leagues: LeagueInfo[];
  last: boolean;
}

export interface Leave {
  request: number;
  table: number;
}

export interface LeaveWaitList {
  request: number;
  table: number;
}

export interface LedgerRow {
  player: string;
  buy_ins: number;
  top_ups: number;
  given: number;
  taken: number;
  cash_outs: number;
  stack: number;
  won: number;
  lost: number;
}

export interface LeftTable {
  table: number;
  cashed_out: number;
  reason: string;
  stayed: number;
}

export interface LegalActions {
  fold: boolean;
  check: boolean;
  call: number | null;
  wager: WagerRange | null;
  bring_in: number | null;
  discard: DiscardRange | null;
}

export interface LendLink {
  table: number;
  opening: Hex;
  link: Hex;
  ack: Hex;
}

export interface LentLink {
  link: Hex;
  ack: Hex;
}

export interface LevelBegan {
  level: LevelSheet;
  remaining_ms: number;
  next: LevelSheet | null;
  next_break_ms: number | null;
}

export interface LevelChange {
  stages: Stage[];
}

export interface LevelSheet {
  level: number;
  seconds: number;
  stakes: Stakes;
}

export interface LevelsChanged {
  stakes: Stakes;
  next: LevelSheet | null;
  remaining_ms: number;
  next_break_ms: number | null;
}

export interface Limited {
  seat: number;
  limit: Limit;
  added: number;
}

export interface LimitedSeat {
  seat: number;
  limit: Limit;
  options: RulingOption[];
}

export interface LinkSignIn {
  request: number;
  ticket: SignInTicket;
  password: string | null;
  name: string | null;
}

export interface ListApiTokens {
  request: number;
}

export interface ListAudit {
  request: number;
  table: number | null;
  from: number;
}

export interface ListBans {
  request: number;
  from: number;
}

export interface ListDeliveries {
  request: number;
  hook: number;
  from: number;
}

export interface ListHands {
  request: number;
  filter: HandFilter;
  everybody: boolean;
  from: number;
}

export interface ListHooks {
  request: number;
  from: number;
}

export interface ListLeagues {
  request: number;
}

export interface ListNotes {
  request: number;
  from: number;
}

export interface ListOperations {
  request: number;
  account: string | null;
  from: number;
}

export interface ListPastEvents {
  request: number;
  league: string | null;
  season: string | null;
  from: number;
}

export interface ListPayouts {
  request: number;
  tournament: number;
  from: number;
}

export interface ListPlayers {
  request: number;
  tournament: number;
  from: number;
}

export interface ListReports {
  request: number;
  open: boolean;
  from: number;
}

export interface ListRulings {
  request: number;
  tournament: number;
  from: number;
}

export interface ListSchedules {
  request: number;
  from: number;
}

export interface ListSeatCodes {
  request: number;
  tournament: number;
  from: number;
}

export interface ListStructures {
  request: number;
  from: number;
}

export interface ListTables {
  request: number;
  filter: TableFilter;
}

export interface ListTournamentTables {
  request: number;
  tournament: number;
  from: number;
}

export interface ListTournaments {
  request: number;
  past: boolean;
}

export interface LoggedIn {
  request: number;
  account: string;
  name: string;
  role: Role;
  balance: number;
  resume_token: string | null;
  tables: number[];
  tournaments: number[];
  guest: boolean;
  avatar: number;
  color: number;
}

export interface Login {
  request: number;
  name: string;
  password: string;
  browser: string | null;
}

export interface LoginGuest {
  request: number;
  nickname: string | null;
}

export interface LoginToken {
  request: number;
  token: string;
}

export interface LoginWithCode {
  request: number;
  name: string;
  password: string;
  code: string;
  browser: string | null;
}

export interface LoginWithTicket {
  request: number;
  ticket: SignInTicket;
  name: string | null;
  code: string | null;
}

export interface Logout {
  request: number;
}

export interface LongAbsence {
  entry: number;
  minutes: number;
}

export interface LostHand {
  entry: number;
  by: number[];
  with: number[];
}

export interface LotList {
  about: string;
  lots: Lot[];
  count: number;
  result: LotsDrawn | null;
}

export interface LotsDrawn {
  seed: string;
  drawn: number[];
}

export interface MakeGesture {
  table: number;
  turn: number | null;
  action_id: number;
  gesture: Gesture;
}

export interface MatchSeat {
  table: number;
  seat: number;
  turn_ms: number;
  bank_ms: number | null;
}

export interface Merge {
  guest: string;
  into: string;
  chips: boolean;
}

export interface Misquoted {
  amount: number;
}

export interface MissedHands {
  entry: number;
  hands: number;
}

export interface MissedRounds {
  entry: number;
  rounds: number;
}

export interface MoreTime {
  seat: number;
  time_ms: number;
}

export interface MovedBet {
  seat: number;
  returned: number;
  added: number;
}

export interface MovedForward {
  seat: number;
  chips: number[];
}

export interface MovesChanged {
  moves: OpenMove[];
}

export interface NewAccount {
  name: string;
  role: Role;
  password: string | null;
}

export interface NewBoard {
  how: BoardRemedy;
  cards: Card[];
}

export interface NewName {
  account: string;
  name: string;
}

export interface NewRole {
  account: string;
  role: Role;
}

export interface NewSeason {
  league: string;
  season: string;
  name: string;
  from: string;
  until: string;
}

export interface NewSeat {
  tournament: number;
  entry: number;
  table: number;
  seat: number;
  stack: number;
  reason: SeatReason;
}

export interface NewStub {
  how: StubRemedy;
  back: Card[];
}

export interface Note {
  player: string;
  text: string;
  color: number;
  written_at: number;
}

export interface NotePage {
  request: number;
  from: number;
  total: number;
  notes: Note[];
}

export interface Observe {
  request: number;
  table: number;
}

export interface OfferRematch {
  request: number;
  tournament: number;
  next: number;
}

export interface OpenMove {
  entry: number;
  from_table: number;
  from_seat: number;
  table: number;
  seat: number;
}

export interface OpenTournament {
  request: number;
  structure: string;
  name: string | null;
  starts_at: number | null;
  self_run: boolean;
  league: string | null;
}

export interface OpenTournamentWith {
  request: number;
  structure: string;
  name: string | null;
  starts_at: number | null;
  self_run: boolean;
  league: string | null;
}

export interface OpenableStructure {
  id: string;
  name: string;
  game: string;
  rulebook: string;
}

export interface OpenedCard {
  deck: number;
  place: number;
  card: Card;
  salt: Hex;
  path: Hex[];
}

export interface OpenedPicks {
  toss: number;
  picks: number;
  salt: Hex;
}

export interface Operation {
  at: number;
  operator: string | null;
  account: string;
  done: string;
  reason: string;
}

export interface OperationPage {
  request: number;
  from: number;
  total: number;
  operations: Operation[];
}

export interface OwnCardsOpened {
  table: number;
  seq: number;
  hand: number;
  cards: OpenedCard[];
  skips: SkippedPlace[];
  tosses: CommittedToss[];
  picks: OpenedPicks[];
}

export interface OwnEntry {
  entry: number;
  state: EntryState;
  table: number | null;
  seat: number | null;
  stack: number;
  place: number | null;
  prize: number;
  bounties: number;
  head: number;
  penalty_hands: number;
  may_buy: Purchase[];
  may_re_enter: boolean;
}

export interface OwnResult {
  cards: Card[];
  began_with: number;
  ended_with: number;
}

export interface OwnView {
  seat: number;
  cards: Card[];
  to_show: Card[];
  decision: Decision | null;
  offers: TableEvent[];
  last_action_id: number;
  wait_for_big_blind: boolean;
  auto_muck: boolean;
  straddle: boolean;
}

export interface PastCorrection {
  at: number;
  operator: string;
  name: string;
  change: ResultChange;
  reason: string;
  rule: string | null;
}

export interface PastDeal {
  shares: DealPart[];
  for_winner: number;
}

export interface PastEvent {
  tournament: number;
  name: string;
  structure: string;
  rulebook: string;
  game_name: string;
  began_at: number | null;
  ended_at: number;
  cancelled: boolean;
  entries: number;
  players: number;
  buy_in: number;
  fee: number;
  prize_pool: number;
  winners: string[];
  league: string | null;
  season: string | null;
}

export interface PastEventPage {
  request: number;
  from: number;
  total: number;
  events: PastEvent[];
}

export interface Paused {
  reason: string;
}

export interface Payout {
  first: number;
  last: number;
  prize: number;
  ticket: string | null;
}

export interface PayoutPage {
  request: number;
  tournament: number;
  from: number;
  total: number;
  payouts: Payout[];
}

export interface PenaltyGiven {
  entry: number;
  penalty: Penalty;
}

export interface PenaltyOver {
  entry: number;
}

export interface PinOrder {
  entry: number;
  table: number;
  seat: number | null;
}

export interface Ping {
  nonce: number;
}

export interface PlayerChanged {
  table: number;
  seat: number;
  name: string;
  avatar: number;
  color: number;
}

export interface PlayerMoved {
  entry: number;
  from_table: number;
  from_seat: number;
  table: number;
  seat: number;
  reason: SeatReason;
}

export interface PlayerOut {
  entry: number;
  name: string;
  place: number;
  tied: number;
  prize: number;
  ticket: string | null;
  eliminated_by: number[];
  players_left: number;
}

export interface PlayerPage {
  request: number;
  tournament: number;
  from: number;
  total: number;
  players: PlayerRow[];
}

export interface PlayerRow {
  entry: number;
  name: string;
  bot: boolean;
  state: EntryState;
  stack: number;
  table: number | null;
  seat: number | null;
  place: number | null;
  prize: number;
  bounties: number;
  head: number;
  re_entries: number;
  avatar: number;
  color: number;
  staff: boolean;
}

export interface PlayerSeated {
  entry: number;
  table: number;
  seat: number;
  reason: SeatReason;
}

export interface PlayerThrough {
  entry: number;
  chips: number;
}

export interface Pong {
  nonce: number;
  time_ms: number;
}

export interface Posted {
  seat: number;
  post: PostKind;
  amount: number;
}

export interface Pot {
  amount: number;
  seats: number[];
}

export interface PotAwarded {
  pot: number;
  board: number;
  half: number;
  shares: Share[];
}

export interface PotQuote {
  seat: number;
  amount: number;
}

export interface PotQuoted {
  seat: number;
  amount: number;
  rule: string;
}

export interface PotReaward {
  about: Dispute;
  from: number;
  to: number;
  amount: number;
}

export interface PotRelease {
  pot: number;
  parts: ChipOrder[];
}

export interface PotsChanged {
  pots: ImpoundedPot[];
}

export interface Presence {
  seat: number;
  connected: boolean;
}

export interface ProposeDeal {
  request: number;
  tournament: number;
  proposal: DealProposal;
  for_winner: number;
}

export interface ProveFactor {
  request: number;
  code: string;
}

export interface PulledBack {
  seat: number;
  value: number;
}

export interface PushKinds {
  turn: boolean;
  table_begins: boolean;
  seat_free: boolean;
  tournament_begins: boolean;
}

export interface PushOffered {
  request: number;
  key: string | null;
  kinds: PushKinds;
  browsers: number;
}

export interface PushSubscription {
  endpoint: string;
  public_key: string;
  auth: string;
  language: string;
}

export interface PushedChips {
  chips: ChipCount[];
  pulled: ChipCount[];
}

export interface QuitTournament {
  request: number;
  tournament: number;
}

export interface RabbitAnswered {
  seat: number;
  agrees: boolean;
}

export interface RabbitAsked {
  seat: number;
  time_ms: number;
}

export interface RabbitConsent {
  request: number;
  table: number;
  agrees: boolean;
}

export interface RabbitHunt {
  request: number;
  table: number;
}

export interface RabbitShown {
  cards: Card[];
}

export interface RakeTaken {
  pot: number;
  amount: number;
}

export interface Rebuy {
  request: number;
  table: number;
  amount: number;
}

export interface RebuyOffered {
  tournament: number;
  entry: number;
  what: Purchase;
  cost: number;
  chips: number;
  time_ms: number;
}

export interface RebuyTerms {
  cost: number;
  chips: number;
  most: number;
  until_level: number;
  at_most: number;
}

export interface RecordedCards {
  seat: number;
  dealt: Card[];
  draws: RecordedDraw[];
}

export interface RecordedDraw {
  gave: Card[];
  got: Card[];
}

export interface RecordedEvent {
  name: string;
  level: number;
  level_seconds: number;
  buy_in: number;
  fee: number;
  bounty: number;
  starting_stack: number;
  single_table: boolean;
}

export interface RecordedSeat {
  seat: number;
  name: string;
  bot: boolean;
  began_with: number;
  ended_with: number;
}

export interface RecordedStep {
  after_ms: number;
  events: TableEvent[];
}

export interface RecoveryCodes {
  request: number;
  codes: string[];
}

export interface Refill {
  request: number;
}

export interface Refused {
  request: number;
  code: ErrorCode;
  message: string;
}

export interface Register {
  request: number;
  name: string;
  password: string;
}

export interface RematchOffered {
  tournament: number;
  next: number;
  name: string;
  code: string | null;
}

export interface RemoveFrom {
  account: string;
  table: number;
}

export interface Report {
  number: number;
  at: number;
  reporter: string;
  player: string;
  table: number;
  hand: number | null;
  text: string;
  settled_at: number | null;
  outcome: string;
}

export interface ReportPage {
  request: number;
  from: number;
  total: number;
  reports: Report[];
}

export interface ReportPlayer {
  request: number;
  table: number;
  player: string;
  hand: number | null;
  text: string;
}

export interface ResetCode {
  request: number;
  account: string;
  code: string;
  expires_at: number;
}

export interface ResetCodes {
  request: number;
  codes: ResetCode[];
}

export interface Reshuffled {
  seat: number | null;
  cards: number;
}

export interface ResultPage {
  request: number;
  from: number;
  total: number;
  event: PastEvent;
  deals: PastDeal[];
  corrections: PastCorrection[];
  rows: ResultRow[];
}

export interface ResultRow {
  place: number | null;
  name: string;
  entries: number;
  rebuys: number;
  add_ons: number;
  prize: number;
  tickets: number;
  bounties: number;
  knocked_out: number;
  points: number | null;
  disqualified: boolean;
}

export type Resumed = Record<string, never>;

export interface ReturnedBet {
  seat: number;
  amount: number;
}

export interface RevokeApiToken {
  request: number;
  id: number;
}

export interface RevokeHandLink {
  request: number;
  table: number;
  hand: number;
}

export interface RoomClosing {
  message: string;
}

export interface RosterProblem {
  line: number;
  column: string | null;
  what: string;
}

export interface RosterReport {
  request: number;
  tournament: number;
  entered: number;
  problems: RosterProblem[];
  total: number;
}

export interface Ruled {
  seat: number;
  kind: RulingKind;
  rule: string;
  wager_to: number | null;
  returned: number;
  adds: number;
  options: RulingOption[];
  default: RulingOption | null;
  call_to: number | null;
  forfeit: number | null;
  paid_percent: number | null;
  ticket: number | null;
}

export interface Ruling {
  seq: number;
  at: number;
  operator: string | null;
  command: TournamentCommand;
  reason: string;
  rule: string | null;
  state: RulingState;
  can_undo: boolean;
}

export interface RulingChanged {
  ruling: number;
  state: RulingState;
}

export interface RulingPage {
  request: number;
  tournament: number;
  from: number;
  total: number;
  rulings: Ruling[];
}

export interface RunIt {
  request: number;
  table: number;
  boards: number;
}

export interface RunItAgreed {
  boards: number;
}

export interface RunItAnswered {
  seat: number;
  boards: number;
}

export interface RunItOffered {
  most: number;
  time_ms: number;
}

export type RunOutHeld = Record<string, never>;

export interface Said {
  words: Words;
  amount: number | null;
  figure: number | null;
}

export interface SatIn {
  seat: number;
}

export interface SatOut {
  seat: number;
}

export interface ScheduleChange {
  schedule: number;
  terms: ScheduleTerms;
}

export interface ScheduleMade {
  request: number;
  schedule: number;
}

export interface SchedulePage {
  request: number;
  from: number;
  total: number;
  schedules: ScheduleShown[];
}

export interface ScheduleShown {
  schedule: number | null;
  terms: ScheduleTerms;
  next: number | null;
}

export interface ScheduleTerms {
  name: string;
  structure: string;
  every: string[];
  time_zone: string;
  opens_minutes_before: number;
  starts_in_minutes: number | null;
  league: string | null;
  bots_allowed: boolean;
  verifiable: boolean | null;
}

export interface ScrappedCard {
  card: Card | null;
  board: Card[];
}

export interface SearchChat {
  request: number;
  text: string;
  account: string | null;
  table: number | null;
  from: number;
}

export interface SeasonEnd {
  league: string;
  season: string;
  until: string;
}

export interface SeasonInfo {
  season: string;
  name: string;
  from: number;
  until: number;
}

export interface SeasonName {
  league: string;
  season: string;
}

export interface SeatChips {
  seat: number;
  player: string;
  chips: number;
}

export interface SeatCode {
  entry: number;
  code: string;
}

export interface SeatCodePage {
  request: number;
  tournament: number;
  from: number;
  total: number;
  codes: SeatCode[];
}

export interface SeatInHand {
  folded: boolean;
  all_in: boolean;
  bet: number;
  card_count: number;
  up: Card[];
  tabled: Card[] | null;
}

export interface SeatLeft {
  seat: number;
}

export interface SeatLook {
  seat: number;
  avatar: number;
  color: number;
}

export interface SeatOffered {
  table: number;
  time_ms: number;
}

export interface SeatOrder {
  entry: number;
  table: number;
  seat: number | null;
}

export interface SeatTaken {
  seat: number;
  name: string;
  stack: number;
  bot: boolean;
  avatar: number;
  color: number;
  staff: boolean;
}

export interface SeatTimeUse {
  seat: number;
  decisions: number;
  late: number;
  mean_ms: number;
}

export interface SeatView {
  seat: number;
  name: string;
  bot: boolean;
  connected: boolean;
  sitting_out: boolean;
  stack: number;
  in_hand: SeatInHand | null;
  avatar: number;
  color: number;
  muted: boolean;
  shown: Card[];
  staff: boolean;
}

export interface Seated {
  request: number;
  table: number;
  seat: number;
}

export interface SeatedAt {
  table: number;
  name: string;
  tournament: number | null;
}

export interface SeatedPlayer {
  seat: number;
  player: string;
}

export interface SecondFactorKey {
  request: number;
  key: string;
  address: string;
}

export interface SeeHandAsked {
  seat: number;
  target: number;
  right: SeeRight;
}

export interface SetAppearance {
  request: number;
  avatar: number;
  color: number;
}

export interface SetNote {
  request: number;
  player: string;
  text: string;
  color: number;
}

export interface SetPreferences {
  request: number;
  table: number;
  wait_for_big_blind: boolean;
  auto_muck: boolean;
  straddle: boolean;
}

export interface SetPush {
  request: number;
  change: PushChange;
}

export interface SetSecondFactor {
  request: number;
  step: SecondFactorStep;
}

export interface SetVisible {
  request: number;
  visible: boolean;
}

export interface Settlement {
  from: string;
  to: string;
  amount: number;
}

export interface Share {
  seat: number;
  amount: number;
  hand: string | null;
}

export interface ShareHand {
  request: number;
  table: number;
  hand: number;
}

export interface ShowCards {
  request: number;
  table: number;
  cards: Card[];
}

export interface ShowOffered {
  seat: number;
  time_ms: number;
}

export interface ShowOrMuck {
  request: number;
  table: number;
  show: boolean;
}

export type ShowdownClosed = Record<string, never>;

export interface ShowdownOpened {
  time_ms: number;
}

export interface SignInOffered {
  provider: string;
  linked: boolean;
}

export interface SignInTicket {
  ticket: string;
  verifier: string;
}

export interface SignOutEverywhere {
  request: number;
}

export interface Sit {
  request: number;
  table: number;
  seat: number | null;
  buy_in: number;
  wait_for_big_blind: boolean;
}

export interface SitIn {
  request: number;
  table: number;
}

export interface SitOut {
  request: number;
  table: number;
}

export interface SkippedPlace {
  deck: number;
  place: number;
  seat: number;
}

export interface SpokeUp {
  seat: number;
}

export interface SpokenPush {
  first: First;
  said: Said;
  chips: ChipCount[];
  heard_by_all: boolean;
}

export interface StackChanged {
  seat: number;
  stack: number;
}

export interface StackOrder {
  entry: number;
  chips: number;
  beyond: boolean;
}

export interface StackRuled {
  entry: number;
  before: number;
  after: number;
}

export interface Stakes {
  betting: Betting;
  small_blind: number;
  big_blind: number;
  bring_in: number;
  ante: number;
  ante_kind: AnteKind;
  unit: number;
}

export interface StandingPage {
  request: number;
  league: string;
  season: string;
  nights: number;
  from: number;
  total: number;
  rows: StandingRow[];
}

export interface StandingRow {
  rank: number | null;
  name: string;
  points: number;
  nights: number;
  counted: number;
  wins: number;
  best_place: number;
  knocked_out: number;
}

export interface StartChanged {
  starts_at: number;
  counts_for: CountsFor | null;
}

export interface Statistics {
  request: number;
  hands: number;
  tournament_hands: number;
  won: number;
  lost: number;
  vpip: Frequency;
  pfr: Frequency;
  three_bet: Frequency;
  went_to_showdown: Frequency;
  won_at_showdown: Frequency;
  games: GameStatistics[];
  curve: CurvePoint[];
  partial: boolean;
}

export interface Step {
  table: number;
  seq: number;
  events: TableEvent[];
}

export interface StillSittingOut {
  request: number;
  table: number;
}

export interface StoringFails {
  failing: boolean;
}

export interface StreetBegan {
  street: number;
}

export interface StreetHeld {
  time_ms: number;
}

export interface StructurePage {
  request: number;
  from: number;
  total: number;
  structures: OpenableStructure[];
}

export interface StructureSheet {
  request: number;
  tournament: number;
  structure: string;
  name: string;
  stages: Stage[];
  rebuy: RebuyTerms | null;
  add_on: AddOnTerms | null;
  early_bonus: EarlyBonus | null;
  re_entries: number;
  alternates: boolean;
}

export interface TableBroken {
  table: number;
}

export interface TableChanged {
  info: TableInfo;
}

export interface TableClosed {
  table: number;
}

export interface TableFilter {
  game: string | null;
  plays: string | null;
  betting: Betting | null;
  min_big_blind: number | null;
  max_big_blind: number | null;
  open_seats: boolean;
}

export interface TableHalted {
  table: number;
}

export interface TableInfo {
  table: number;
  name: string;
  game: string;
  game_name: string;
  betting: Betting;
  rulebook: string;
  small_blind: number;
  big_blind: number;
  ante: number;
  ante_kind: AnteKind;
  unit: number;
  seats: number;
  seated: number;
  min_buy_in: number;
  max_buy_in: number;
  bots_allowed: boolean;
  hands_played: number;
  average_pot: number;
  games: Game[];
  switch: Switch;
  straddle: Straddle | null;
  bomb_pot: BombPot | null;
  max_boards: number;
  tournament: number | null;
  hybrid: boolean;
  host: string | null;
  waiting: number;
  bots: number;
  free_chat: boolean;
  top_up_to: number;
  shows_folded: boolean;
  chip_value: ChipValue | null;
}

export interface TableLedger {
  request: number;
  table: number;
  rows: LedgerRow[];
  settle: Settlement[];
  fewest: boolean;
  chip_value: ChipValue | null;
}

export interface TableList {
  request: number;
  tables: TableInfo[];
  last: boolean;
}

export interface TableOpened {
  table: number;
  number: number;
}

export interface TablePage {
  request: number;
  tournament: number;
  from: number;
  total: number;
  tables: TableRow[];
}

export interface TablePaused {
  table: number;
  operator: string;
  reason: string;
  rule: string | null;
}

export interface TableRow {
  table: number;
  number: number;
  players: number;
  state: TableState;
  hand: number;
  smallest_stack: number;
  largest_stack: number;
}

export interface TableSnapshot {
  table: number;
  view: TableView;
}

export interface TableTerms {
  name: string;
  game: string;
  rulebook: string;
  betting: Betting;
  small_blind: number;
  big_blind: number;
  bring_in: number;
  ante: number;
  ante_kind: AnteKind;
  seats: number;
  min_buy_in: number;
  max_buy_in: number;
  act_seconds: number;
  bank_seconds: number;
  straddle: Straddle | null;
  bomb_pot: BombPot | null;
  max_boards: number;
  hybrid: boolean;
  bots_allowed: boolean;
  free_chat: boolean;
  between_hands_ms: number;
  top_up_to: number;
  approve_buy_ins: boolean;
  free_entry: boolean;
  ends_at_ms: number;
  note: string;
  chip_value: ChipValue | null;
}

export interface TableUnhalted {
  table: number;
}

export interface TableView {
  info: TableInfo;
  seq: number;
  paused: boolean;
  seats: SeatView[];
  hand: HandView | null;
  you: OwnView | null;
  buy_in: BuyInRange;
  hybrid: HybridView | null;
}

export interface TakenHand {
  seat: number;
  identified: boolean;
}

export interface TermsRefused {
  request: number;
  term: Term;
  message: string;
}

export interface TicketClosed {
  ticket: number;
  option: RulingOption;
  by: RuledBy;
}

export interface TicketHeld {
  structure: string;
  name: string;
  worth: number;
  count: number;
}

export interface TicketOpened {
  ticket: number;
  seat: number;
  matter: Matter;
  rule: string;
  options: RulingOption[];
  default: RulingOption;
  call_to: number | null;
  forfeit: number | null;
  shown: number;
  pushed: number;
  time_ms: number;
}

export interface TicketRuling {
  ticket: number;
  option: RulingOption;
}

export interface Tickets {
  tickets: TicketHeld[];
}

export interface TimeBank {
  seat: number;
  time_ms: number;
}

export interface TimeCharged {
  seat: number;
  amount: number;
}

export interface TimeUse {
  table: number;
  seats: SeatTimeUse[];
}

export interface TimedAnnouncement {
  text: string;
  minutes: number;
}

export interface TokenOf {
  account: string;
  token: number;
}

export interface TopUp {
  request: number;
  table: number;
  amount: number;
}

export interface ToppedUp {
  seat: number;
  amount: number;
}

export interface TouchedHand {
  seat: number;
  other: number | null;
  identified: boolean;
}

export interface TournamentBegan {
  players: number;
  tables: number;
}

export interface TournamentCancelled {
  refund: Refund;
  reason: string;
}

export interface TournamentChanged {
  info: TournamentInfo;
}

export interface TournamentEnded {
  winner: number | null;
  name: string | null;
  prize: number;
}

export interface TournamentGone {
  tournament: number;
}

export interface TournamentHosted {
  request: number;
  tournament: number;
  code: string;
}

export interface TournamentHostingLimits {
  per_account: number;
  max_price: number;
  max_stack: number;
  max_entrants: number;
  min_level_minutes: number;
  max_level_minutes: number;
  starts_within_hours: number;
  structures: HostableStructure[];
}

export interface TournamentInfo {
  tournament: number;
  name: string;
  structure: string;
  game: string;
  game_name: string;
  betting: Betting;
  rulebook: string;
  format: TournamentFormat;
  state: TournamentState;
  starts_at: number | null;
  seats: number;
  buy_in: number;
  fee: number;
  bounty: BountyTerms | null;
  starting_stack: number;
  entries: number;
  max_entries: number;
  players_left: number;
  level: number;
  late_level: number;
  open: boolean;
  re_entries: number;
  guarantee: number;
  prize_pool: number;
  min_age: number | null;
  check_in: boolean;
  bots_allowed: boolean;
  self_run: boolean;
  host: string | null;
  bot_at: number | null;
  counts_for: CountsFor | null;
}

export interface TournamentList {
  request: number;
  tournaments: TournamentInfo[];
  last: boolean;
}

export interface TournamentOpened {
  request: number;
  tournament: number;
}

export interface TournamentPaused {
  tournament: number;
  reason: string;
}

export interface TournamentPots {
  tournament: number;
  pots: ImpoundedPot[];
}

export interface TournamentRealCards {
  tournament: number;
  moves: OpenMove[];
}

export interface TournamentSnapshot {
  tournament: number;
  view: TournamentView;
}

export interface TournamentStep {
  tournament: number;
  seq: number;
  events: TournamentEvent[];
}

export interface TournamentTerms {
  name: string;
  structure: string;
  game: string;
  betting: Betting;
  rulebook: string;
  buy_in: number;
  starting_stack: number;
  seats: number;
  max_entrants: number;
  level_minutes: number;
  starts: HostedStart;
  bots_allowed: boolean;
}

export interface TournamentTermsRefused {
  request: number;
  term: TournamentTerm;
  message: string;
}

export interface TournamentView {
  info: TournamentInfo;
  seq: number;
  clock: ClockView;
  tables: number;
  average_stack: number;
  smallest_stack: number;
  largest_stack: number;
  places_paid: number;
  payouts: Payout[];
  hand_for_hand: boolean;
  deals_allowed: boolean;
  deal: number | null;
  announcement: string | null;
  you: OwnEntry | null;
}

export interface TournamentWall {
  tournament: number;
  order: WallOrder | null;
  announcement: WallAnnouncement | null;
  points: number[];
}

export interface Turn {
  seat: number;
  time_ms: number;
  bank_ms: number;
}

export interface UncalledReturned {
  seat: number;
  amount: number;
}

export interface UnlinkSignIn {
  request: number;
  password: string;
}

export interface Unobserve {
  request: number;
  table: number;
}

export interface Until {
  account: string;
  until: number | null;
}

export interface UpCard {
  seat: number;
  card: Card;
}

export interface UpCardsDealt {
  cards: UpCard[];
}

export interface UpgradeGuest {
  request: number;
  name: string;
  password: string;
}

export interface UseInvitation {
  request: number;
  code: string;
}

export interface UseResetCode {
  request: number;
  code: string;
  password: string;
}

export interface VoteOnDeal {
  request: number;
  tournament: number;
  deal: number;
  accept: boolean;
}

export interface WagerCorrected {
  seat: number;
  to: number;
  moved: MovedBet[];
  rule: string;
}

export interface WagerForced {
  seat: number;
  to: number;
  added: number;
  rule: string;
}

export interface WagerOrder {
  seat: number;
  to: number;
}

export interface WagerRange {
  raise: boolean;
  min_to: number;
  max_to: number;
  pot_to: number;
  fixed: boolean;
}

export interface WaitListLeft {
  table: number;
  reason: WaitListEnd;
}

export interface WaitListPlace {
  table: number;
  place: number;
  waiting: number;
}

export interface WallAnnouncement {
  text: string;
  remaining_ms: number;
}

export interface WallOrder {
  scene: WallScene;
  seconds: number;
}

export interface WatchLobby {
  request: number;
  on: boolean;
}

export interface WatchTournament {
  request: number;
  tournament: number;
  on: boolean;
}

export interface Welcome {
  minor: number;
  server: string;
  room: string;
  time_ms: number;
  idle_timeout_ms: number;
  share_links: boolean;
  pokerstars_text: boolean;
}

export interface WithdrawEntry {
  request: number;
  tournament: number;
}

export interface WrongBurns {
  burned: number;
  exposed: boolean;
}

export interface YourTurn {
  table: number;
  seq: number;
  turn: number;
  legal: LegalActions;
}

export type AccountKind =
  | "Any"
  | "Registered"
  | "Guest"
  | "Staff"
  | "Suspended";

export type AccountOrder =
  | { Create: NewAccount }
  | { Rename: NewName }
  | { SetRole: NewRole }
  | { ResetPassword: string }
  | { Suspend: Until }
  | { Restore: string }
  | { Mute: Until }
  | { Unmute: string }
  | { Remove: RemoveFrom }
  | { SignOut: string }
  | { RevokeToken: TokenOf }
  | { RemoveSecondFactor: string }
  | { GrantChips: ChipsFor }
  | { TakeChips: ChipsFor }
  | { MergeGuest: Merge }
  | { Erase: string }
  | { SettleReport: number }
  | { UnlinkSignIn: string }
  | { CreateAll: NewAccount[] }
  | { Unlock: string };

export type Action =
  | "Fold"
  | "Check"
  | "Call"
  | { Bet: number }
  | { RaiseTo: number }
  | "BringIn";

export type AnteKind =
  | "None"
  | "Each"
  | "BigBlind"
  | "Button";

export type Betting =
  | "NoLimit"
  | "PotLimit"
  | "FixedLimit";

export type BoardRemedy =
  | "FourScrambled"
  | "BurnTakenFrom"
  | "Redealt"
  | "BurnForCard"
  | "CardForBurn";

export type BountyKind =
  | "Fixed"
  | { Progressive: number }
  | "Mystery";

export type BoxedAt =
  | { Hand: HeldCard }
  | { Board: number }
  | "Burn"
  | "Stub";

export type ClockPhase =
  | "BeforeStart"
  | "Level"
  | "BreakDue"
  | "Break"
  | "Paused"
  | "Over";

export type ColorUpMethod =
  | "Race"
  | "RoundUp";

export type DealError =
  | { Exposed: HeldCard }
  | { OffTable: HeldCard }
  | { Boxed: BoxedCards }
  | "OutOfSequence"
  | { NotEntitled: number }
  | { LeftOut: number }
  | { CardCount: CardCount }
  | { NonStandard: number | null }
  | { FouledDeck: DeckFault }
  | { FourCardFlop: boolean }
  | { NoBurn: boolean }
  | { Burns: WrongBurns }
  | { Premature: number }
  | { DroppedStub: DroppedStub }
  | { Touched: TouchedHand }
  | { TakenByDealer: TakenHand }
  | "ExposedBurn";

export type DealLevel =
  | "Off"
  | "Lend"
  | "Full";

export type DealProposal =
  | "ChipChop"
  | "Icm"
  | { Shares: DealShare[] };

export type DealRemedy =
  | "PlaysOn"
  | "Misdeal"
  | "Void"
  | { Dead: number[] }
  | { Shown: Card }
  | { Replaced: Card }
  | { UpCard: Card }
  | { Scrapped: ScrappedCard }
  | "SetRight"
  | { Board: NewBoard }
  | { Stub: NewStub }
  | "Floor";

export type Deck =
  | "Standard52"
  | "Short36";

export type DeckFault =
  | "TwoEqual"
  | "OtherBack"
  | "OtherBackInStub"
  | "Missing";

export type Dispute =
  | "Reading"
  | "Accounting";

export type DroppedStub =
  | "Rebuilt"
  | "Disordered"
  | "Mixed";

export type EmoteKind =
  | "ThumbsUp"
  | "Clap"
  | "Laugh"
  | "Cry"
  | "Surprise"
  | "Think"
  | "Sleep"
  | "Fire"
  | "GoodLuck"
  | "NiceHand"
  | "Thanks"
  | "Sorry";

export type EntryState =
  | "Registered"
  | "CheckedIn"
  | "Waiting"
  | "Playing"
  | "Moving"
  | "MayRebuy"
  | "Out"
  | "Through"
  | "Withdrawn"
  | "Disqualified";

export type EtiquetteFlag =
  | "NonstandardFold"
  | "OutOfTurn"
  | "ConditionalStatement"
  | "PotInNoLimit"
  | "TinyChip"
  | "ExclusiveNuts"
  | "NutsPenalty"
  | "ExposedCards"
  | "Stalling";

export type First =
  | "Word"
  | "Chips"
  | "Together";

export type Gesture =
  | { Say: Said }
  | { Push: PushedChips }
  | { Gather: ChipCount[] }
  | { Both: SpokenPush }
  | { Motion: ChipCount[] }
  | "HandsAtRest"
  | { ForwardMotion: ChipCount[] }
  | { PushToken: Token }
  | { InFront: ChipCount[] }
  | "SpeakUp"
  | "ShowHand"
  | "ClaimMisunderstanding";

export type HoleUse =
  | "Any"
  | "ExactlyTwo";

export type HookFormat =
  | "Standard"
  | "Discord"
  | "Slack";

export type HookOrder =
  | { Make: HookTerms }
  | { Change: HookChange }
  | { End: number }
  | { TurnOff: number }
  | { TurnOn: number }
  | { ReplaceSecret: number }
  | { Test: number }
  | { SendAgain: HookEvent };

export type HostOrder =
  | { ChangeTerms: Term[] }
  | { HandOver: string }
  | { SetStack: SeatChips }
  | { Remove: SeatedPlayer }
  | { SitOut: SeatedPlayer }
  | { Admit: BuyInAnswer }
  | { Decline: BuyInAnswer }
  | "ShuffleSeats";

export type HostedStart =
  | "WhenFull"
  | "WhenTold"
  | { At: number };

export type LeagueChange =
  | { Make: string }
  | { Replace: string }
  | { OpenSeason: NewSeason }
  | { EndSeason: SeasonEnd }
  | { End: string };

export type LeagueCommand =
  | { Correct: Correction }
  | { CountFor: CountFor }
  | { Recount: SeasonName }
  | { Ban: AccountBan }
  | { LiftBan: BannedAccount };

export type LeagueTie =
  | "Wins"
  | "Places"
  | "BestNight"
  | "KnockedOut"
  | "FewerNights";

export type Limit =
  | "Wager"
  | "CallOrRaise"
  | "CallOrFold";

export type Lot =
  | { Text: string }
  | { Entry: number };

export type Matter =
  | "Contradiction"
  | "Undercall"
  | { UndercallBehindUndercall: number }
  | "Conditional"
  | "PrematureCall"
  | "Skipped"
  | { Misunderstanding: number }
  | { Token: Token }
  | "ForwardMotion"
  | { Deal: DealError }
  | "DiscardedBet"
  | "ExposedHand";

export type Penalty =
  | "Warning"
  | { MissHands: number }
  | "Disqualification";

export type PostKind =
  | "Ante"
  | "SmallBlind"
  | "BigBlind"
  | "EntryBlind"
  | "DeadBlind"
  | "Straddle";

export type Purchase =
  | "Rebuy"
  | "AddOn";

export type PushChange =
  | { Subscribe: PushSubscription }
  | { Unsubscribe: string }
  | { Choose: PushKinds };

export type Ranking =
  | "High"
  | "ShortDeckHigh"
  | "ShortDeckTripsHigh"
  | "AceFiveLow"
  | "EightOrBetter"
  | "DeuceSevenLow"
  | "Badugi"
  | "AceHighBadugi";

export type Refund =
  | "Everything"
  | "ByStacks"
  | "Evenly";

export type ResultChange =
  | "Disqualify"
  | { MoveTo: number }
  | { Deduct: number }
  | "Restore"
  | { Forfeit: number };

export type Role =
  | "Player"
  | "Host"
  | "Floor"
  | "Admin";

export type RuledBy =
  | "Floor"
  | "Claim"
  | "WaitOver"
  | "Unattended";

export type RulingKind =
  | "Check"
  | "Call"
  | "Bet"
  | "Raise"
  | "AllIn"
  | "Fold"
  | "Dead"
  | "Floor"
  | "Held"
  | "Bound"
  | "Released"
  | "Commit"
  | "Nothing";

export type RulingOption =
  | "Fold"
  | "Check"
  | "Call"
  | "BringIn"
  | "Complete"
  | "Bet"
  | "Raise"
  | "AllIn"
  | { BetTo: number }
  | { RaiseTo: number }
  | "FullCall"
  | "ForfeitAndFold"
  | "WithdrawAndReconsider"
  | "Binding"
  | "NotBinding"
  | "Retract"
  | "Return"
  | "Dead"
  | "NonAggressive"
  | "PlaysOn"
  | "Misdeal"
  | "Void"
  | "AsExposed"
  | "Scrap"
  | "Scramble";

export type RulingState =
  | "Made"
  | "NeedsSecond"
  | "Undone";

export type ScheduleOrder =
  | { Make: ScheduleTerms }
  | { Change: ScheduleChange }
  | { End: number };

export type Scope =
  | "Play"
  | "Read"
  | "Floor"
  | "Leagues"
  | "Accounts"
  | "Stream"
  | "Calendar";

export type SeatReason =
  | "Draw"
  | "LateEntry"
  | "Balanced"
  | "TableBroken"
  | "FinalTable"
  | "Redraw"
  | "NextRound"
  | "Floor"
  | "Unchanged";

export type SecondFactorStep =
  | { Begin: string }
  | { Confirm: string }
  | { Remove: string };

export type SeeRight =
  | "Inalienable"
  | "Discretion";

export type Stage =
  | { Level: LevelSheet }
  | { Break: BreakSheet };

export type Straddle =
  | "Utg"
  | "Button"
  | "Mississippi";

export type StubRemedy =
  | "BurnStays"
  | "BurnGoesBack"
  | "BoardKept"
  | "LastForEarly"
  | "Shuffled"
  | "ShuffledWithMuck";

export type Switch =
  | "Never"
  | { Hands: number }
  | "Orbit"
  | "Level"
  | "DealersChoice";

export type TableCommand =
  | { RuleTicket: TicketRuling }
  | { ForceWager: WagerOrder }
  | { CorrectWager: WagerOrder }
  | { QuotePot: PotQuote }
  | { Misquote: number }
  | { KillHand: number }
  | { SetButton: number }
  | { CallClock: number }
  | { ShowHand: number }
  | "DealStreet"
  | "VoidHand"
  | "Pause"
  | "Resume"
  | { RestoreHand: number }
  | { ReawardPot: PotReaward }
  | { AddTime: MoreTime }
  | { DealError: DealError }
  | { ClaimTicket: number }
  | { Mute: number }
  | { Unmute: number }
  | { GiveChips: HostChips }
  | { TakeBackChips: HostChips }
  | { Host: HostOrder };

export type TableState =
  | "Playing"
  | "Waiting"
  | "Halted"
  | "Stopped";

export type Term =
  | "Name"
  | "Game"
  | "Rulebook"
  | "Betting"
  | "Blinds"
  | "Ante"
  | "Seats"
  | "BuyIn"
  | "ActTime"
  | "TimeBank"
  | "Straddle"
  | "BombPot"
  | "Boards"
  | "Hybrid"
  | "Chat"
  | "BetweenHands"
  | "TopUps"
  | "Approval"
  | "Entry"
  | "End"
  | "Note"
  | "ChipValue";

export type Token =
  | "Bounty"
  | "Clock"
  | "Other";

export type TournamentCommand =
  | "Pause"
  | "Resume"
  | { SetClock: ClockSetting }
  | { AddTime: number }
  | { TakeTime: number }
  | { ChangeStart: number }
  | "CloseEntry"
  | { EnterPlayer: string }
  | { RemoveEntry: number }
  | { Seat: SeatOrder }
  | { Move: SeatOrder }
  | { PinSeat: PinOrder }
  | { KeepApart: EntryPair }
  | "BalanceNow"
  | { BreakTable: number }
  | { HaltTable: number }
  | { WaiveHalt: number }
  | "Redraw"
  | { HandForHand: boolean }
  | { Announce: string }
  | { Warn: number }
  | { MissHands: MissedHands }
  | { MissRounds: MissedRounds }
  | { LiftPenalty: number }
  | { Disqualify: Disqualification }
  | { PickUp: number }
  | { Forfeit: ChipOrder }
  | { SetStack: StackOrder }
  | { AllowDeals: boolean }
  | { Mute: number }
  | { Unmute: number }
  | { Ban: Ban }
  | { Cancel: Refund }
  | { Undo: number }
  | { Second: number }
  | { Impound: Impoundment }
  | { ReleasePot: PotRelease }
  | { GiveBonus: ChipOrder }
  | { ForfeitBonus: number }
  | { DrawLots: LotList }
  | { ChangeLevels: LevelChange }
  | { ColorUp: ColorUp }
  | { ExtraPlayers: number }
  | { CheckIn: number }
  | { AnnounceFor: TimedAnnouncement }
  | { Wall: WallOrder }
  | { Out: LostHand }
  | { Back: number }
  | { Rebuy: number }
  | { AddOn: number }
  | { Count: ChipOrder }
  | { Moved: number }
  | "NewSeatCodes";

export type TournamentFormat =
  | "Open"
  | "SitAndGo"
  | "Shootout"
  | "HeadsUp"
  | "Flight";

export type TournamentState =
  | "Announced"
  | "Registering"
  | "Running"
  | "OnBreak"
  | "Paused"
  | "Finished"
  | "Cancelled";

export type TournamentTerm =
  | "Name"
  | "Structure"
  | "Game"
  | "Betting"
  | "Rulebook"
  | "BuyIn"
  | "Stack"
  | "Seats"
  | "Entrants"
  | "LevelTime"
  | "Start";

export type WaitListEnd =
  | "Seated"
  | "Left"
  | "OfferOver"
  | "Away"
  | "SeatedElsewhere"
  | "Closed";

export type WallScene =
  | "Clock"
  | "Seats"
  | "Moves"
  | "Prizes"
  | "Standings"
  | "Rules"
  | "Rotate";

export type Words =
  | "Fold"
  | "Check"
  | "Call"
  | "Bet"
  | "Raise"
  | "AllIn"
  | "Complete"
  | "Pot"
  | "Amount"
  | "Conditional"
  | "Unclear";

export interface ClientMessageBodies {
  Hello: Hello;
  Ping: Ping;
  LoginGuest: LoginGuest;
  Register: Register;
  Login: Login;
  LoginToken: LoginToken;
  ChangePassword: ChangePassword;
  CreateApiToken: CreateApiToken;
  RevokeApiToken: RevokeApiToken;
  Logout: Logout;
  Refill: Refill;
  UpgradeGuest: UpgradeGuest;
  ListApiTokens: ListApiTokens;
  SetAppearance: SetAppearance;
  Emote: Emote;
  SignOutEverywhere: SignOutEverywhere;
  UseResetCode: UseResetCode;
  LoginWithCode: LoginWithCode;
  SetSecondFactor: SetSecondFactor;
  ReportPlayer: ReportPlayer;
  LoginWithTicket: LoginWithTicket;
  RevokeHandLink: RevokeHandLink;
  ListTables: ListTables;
  WatchLobby: WatchLobby;
  LinkSignIn: LinkSignIn;
  UnlinkSignIn: UnlinkSignIn;
  OfferRematch: OfferRematch;
  GetPush: GetPush;
  SetPush: SetPush;
  SetVisible: SetVisible;
  Observe: Observe;
  Unobserve: Unobserve;
  Sit: Sit;
  TopUp: TopUp;
  SitOut: SitOut;
  SitIn: SitIn;
  Leave: Leave;
  SetPreferences: SetPreferences;
  Act: Act;
  ShowOrMuck: ShowOrMuck;
  Chat: Chat;
  Discard: Discard;
  RunIt: RunIt;
  ChooseGame: ChooseGame;
  MakeGesture: MakeGesture;
  ShowCards: ShowCards;
  AskToSee: AskToSee;
  RabbitHunt: RabbitHunt;
  RabbitConsent: RabbitConsent;
  CallClock: CallClock;
  ListTournaments: ListTournaments;
  WatchTournament: WatchTournament;
  GetStructure: GetStructure;
  GetHouseRules: GetHouseRules;
  ListPlayers: ListPlayers;
  ListTournamentTables: ListTournamentTables;
  ListPayouts: ListPayouts;
  ListRulings: ListRulings;
  EnterTournament: EnterTournament;
  WithdrawEntry: WithdrawEntry;
  CheckIn: CheckIn;
  BuyChips: BuyChips;
  DeclineRebuy: DeclineRebuy;
  QuitTournament: QuitTournament;
  ProposeDeal: ProposeDeal;
  VoteOnDeal: VoteOnDeal;
  OpenTournament: OpenTournament;
  DirectTournament: DirectTournament;
  ImportRoster: ImportRoster;
  ListSeatCodes: ListSeatCodes;
  AttendTable: AttendTable;
  DirectTable: DirectTable;
  ListAudit: ListAudit;
  GetHandSoFar: GetHandSoFar;
  GetStatistics: GetStatistics;
  SetNote: SetNote;
  ListNotes: ListNotes;
  ProveFactor: ProveFactor;
  ListPastEvents: ListPastEvents;
  GetResults: GetResults;
  ListLeagues: ListLeagues;
  GetStandings: GetStandings;
  DirectLeague: DirectLeague;
  ListBans: ListBans;
  ListStructures: ListStructures;
  OpenTournamentWith: OpenTournamentWith;
  ListSchedules: ListSchedules;
  DirectSchedule: DirectSchedule;
  ListHands: ListHands;
  GetHand: GetHand;
  ShareHand: ShareHand;
  ChangeLeague: ChangeLeague;
  GetHosting: GetHosting;
  HostTable: HostTable;
  CloseHosted: CloseHosted;
  UseInvitation: UseInvitation;
  GetHostedTournaments: GetHostedTournaments;
  HostTournament: HostTournament;
  GetTableLedger: GetTableLedger;
  ChangeTable: ChangeTable;
  HandOver: HandOver;
  JoinWaitList: JoinWaitList;
  LeaveWaitList: LeaveWaitList;
  Rebuy: Rebuy;
  JoinDeal: JoinDeal;
  LendLink: LendLink;
  GetDealProof: GetDealProof;
  FindAccounts: FindAccounts;
  GetAccount: GetAccount;
  Administer: Administer;
  ListOperations: ListOperations;
  ListReports: ListReports;
  GetIntegrityReport: GetIntegrityReport;
  SearchChat: SearchChat;
  ListHooks: ListHooks;
  ListDeliveries: ListDeliveries;
  DirectHook: DirectHook;
}

export type ClientMessage = { [K in keyof ClientMessageBodies]: { [N in K]: ClientMessageBodies[K] } }[keyof ClientMessageBodies];

export interface ServerMessageBodies {
  Welcome: Welcome;
  Pong: Pong;
  Refused: Refused;
  Done: Done;
  Goodbye: Goodbye;
  SignInOffered: SignInOffered;
  RoomClosing: RoomClosing;
  LoggedIn: LoggedIn;
  Balance: Balance;
  ApiToken: ApiToken;
  ApiTokenList: ApiTokenList;
  SecondFactorKey: SecondFactorKey;
  RecoveryCodes: RecoveryCodes;
  TableList: TableList;
  TableChanged: TableChanged;
  TableClosed: TableClosed;
  RematchOffered: RematchOffered;
  PushOffered: PushOffered;
  TableSnapshot: TableSnapshot;
  Step: Step;
  HoleCards: HoleCards;
  YourTurn: YourTurn;
  ActionAccepted: ActionAccepted;
  ActionRefused: ActionRefused;
  ChatLine: ChatLine;
  Seated: Seated;
  LeftTable: LeftTable;
  PlayerChanged: PlayerChanged;
  Emoted: Emoted;
  TablePaused: TablePaused;
  TimeUse: TimeUse;
  TournamentList: TournamentList;
  TournamentChanged: TournamentChanged;
  TournamentGone: TournamentGone;
  TournamentSnapshot: TournamentSnapshot;
  TournamentStep: TournamentStep;
  StructureSheet: StructureSheet;
  HouseRules: HouseRules;
  PlayerPage: PlayerPage;
  TablePage: TablePage;
  PayoutPage: PayoutPage;
  RulingPage: RulingPage;
  Entered: Entered;
  TournamentOpened: TournamentOpened;
  RebuyOffered: RebuyOffered;
  NewSeat: NewSeat;
  Finished: Finished;
  DealOffered: DealOffered;
  EntryReturned: EntryReturned;
  Tickets: Tickets;
  RosterReport: RosterReport;
  AuditPage: AuditPage;
  ChipsBagged: ChipsBagged;
  HandSoFar: HandSoFar;
  Statistics: Statistics;
  NotePage: NotePage;
  TournamentPaused: TournamentPaused;
  TournamentPots: TournamentPots;
  TournamentWall: TournamentWall;
  TournamentRealCards: TournamentRealCards;
  SeatCodePage: SeatCodePage;
  PastEventPage: PastEventPage;
  ResultPage: ResultPage;
  LeagueList: LeagueList;
  StandingPage: StandingPage;
  BanPage: BanPage;
  StructurePage: StructurePage;
  SchedulePage: SchedulePage;
  ScheduleMade: ScheduleMade;
  HandPage: HandPage;
  HandShown: HandShown;
  HandShared: HandShared;
  HandLooks: HandLooks;
  Hosting: Hosting;
  Hosted: Hosted;
  TermsRefused: TermsRefused;
  Invited: Invited;
  HostedTournaments: HostedTournaments;
  TournamentHosted: TournamentHosted;
  TournamentTermsRefused: TournamentTermsRefused;
  InvitedToTournament: InvitedToTournament;
  TableLedger: TableLedger;
  HostedTerms: HostedTerms;
  WaitListPlace: WaitListPlace;
  SeatOffered: SeatOffered;
  WaitListLeft: WaitListLeft;
  StillSittingOut: StillSittingOut;
  BuyInAsked: BuyInAsked;
  BuyInSettled: BuyInSettled;
  BuyInWaits: BuyInWaits;
  DealJoined: DealJoined;
  DealOpened: DealOpened;
  DealBound: DealBound;
  CardsOpened: CardsOpened;
  OwnCardsOpened: OwnCardsOpened;
  DealSealed: DealSealed;
  DealGivenUp: DealGivenUp;
  DealProof: DealProof;
  AccountPage: AccountPage;
  AccountShown: AccountShown;
  ResetCode: ResetCode;
  OperationPage: OperationPage;
  ReportPage: ReportPage;
  IntegrityReport: IntegrityReport;
  ChatPage: ChatPage;
  ResetCodes: ResetCodes;
  StoringFails: StoringFails;
  MatchSeat: MatchSeat;
  HookPage: HookPage;
  HookSecret: HookSecret;
  DeliveryPage: DeliveryPage;
}

export type ServerMessage = { [K in keyof ServerMessageBodies]: { [N in K]: ServerMessageBodies[K] } }[keyof ServerMessageBodies];

export interface TableEventBodies {
  HandStarted: HandStarted;
  Posted: Posted;
  CardsDealt: CardsDealt;
  Turn: Turn;
  TimeBank: TimeBank;
  Acted: Acted;
  UncalledReturned: UncalledReturned;
  BetsCollected: BetsCollected;
  BoardDealt: BoardDealt;
  HandTabled: HandTabled;
  HandMucked: HandMucked;
  PotAwarded: PotAwarded;
  RakeTaken: RakeTaken;
  HandEnded: HandEnded;
  HandVoided: HandVoided;
  SeatTaken: SeatTaken;
  SeatLeft: SeatLeft;
  ToppedUp: ToppedUp;
  SatOut: SatOut;
  SatIn: SatIn;
  TimeCharged: TimeCharged;
  ShowOffered: ShowOffered;
  Presence: Presence;
  Paused: Paused;
  Resumed: Resumed;
  UpCardsDealt: UpCardsDealt;
  DrawBegan: DrawBegan;
  Discarded: Discarded;
  Drawn: Drawn;
  Reshuffled: Reshuffled;
  RunItOffered: RunItOffered;
  RunItAnswered: RunItAnswered;
  RunItAgreed: RunItAgreed;
  ChoiceOffered: ChoiceOffered;
  GameChanged: GameChanged;
  StreetBegan: StreetBegan;
  Ruled: Ruled;
  TicketOpened: TicketOpened;
  TicketClosed: TicketClosed;
  ActionHeld: ActionHeld;
  HeldBinds: HeldBinds;
  HeldSettled: HeldSettled;
  FoldedOutOfTurn: FoldedOutOfTurn;
  Limited: Limited;
  ChipsMoved: ChipsMoved;
  FrontSeen: FrontSeen;
  PulledBack: PulledBack;
  MovedForward: MovedForward;
  SpokeUp: SpokeUp;
  Misquoted: Misquoted;
  CalledShort: CalledShort;
  CallAccepted: CallAccepted;
  CallRetracted: CallRetracted;
  Forfeited: Forfeited;
  FloorAttended: FloorAttended;
  Flagged: Flagged;
  StackChanged: StackChanged;
  RunOutHeld: RunOutHeld;
  FloorOrdered: FloorOrdered;
  WagerForced: WagerForced;
  WagerCorrected: WagerCorrected;
  PotQuoted: PotQuoted;
  HandKilled: HandKilled;
  ButtonSet: ButtonSet;
  ClockCalled: ClockCalled;
  SeeHandAsked: SeeHandAsked;
  HandExposed: HandExposed;
  ShowdownOpened: ShowdownOpened;
  AwardHeld: AwardHeld;
  ShowdownClosed: ShowdownClosed;
  StreetHeld: StreetHeld;
  RabbitAsked: RabbitAsked;
  RabbitAnswered: RabbitAnswered;
  RabbitShown: RabbitShown;
  DealRuled: DealRuled;
  ActionsRescinded: ActionsRescinded;
  CardsShown: CardsShown;
}

export type TableEvent = { [K in keyof TableEventBodies]: { [N in K]: TableEventBodies[K] } }[keyof TableEventBodies];

export interface TournamentEventBodies {
  EntryMade: EntryMade;
  EntryWithdrawn: EntryWithdrawn;
  CheckedIn: CheckedIn;
  StartChanged: StartChanged;
  TournamentBegan: TournamentBegan;
  LevelBegan: LevelBegan;
  BreakDue: BreakDue;
  BreakBegan: BreakBegan;
  BreakEnded: BreakEnded;
  ClockPaused: ClockPaused;
  ClockResumed: ClockResumed;
  ClockSet: ClockSet;
  EntryClosed: EntryClosed;
  TableOpened: TableOpened;
  TableBroken: TableBroken;
  TableHalted: TableHalted;
  TableUnhalted: TableUnhalted;
  PlayerSeated: PlayerSeated;
  PlayerMoved: PlayerMoved;
  ChipsBought: ChipsBought;
  PlayerOut: PlayerOut;
  PlayerThrough: PlayerThrough;
  BountyWon: BountyWon;
  HandForHandBegan: HandForHandBegan;
  HandForHandOver: HandForHandOver;
  HandForHandEnded: HandForHandEnded;
  ChipsExchanged: ChipsExchanged;
  StackRuled: StackRuled;
  PenaltyGiven: PenaltyGiven;
  PenaltyOver: PenaltyOver;
  LongAbsence: LongAbsence;
  Announcement: Announcement;
  DealProposed: DealProposed;
  DealAgreed: DealAgreed;
  DealRejected: DealRejected;
  FloorRuled: FloorRuled;
  RulingChanged: RulingChanged;
  TournamentEnded: TournamentEnded;
  TournamentCancelled: TournamentCancelled;
  EntryOpened: EntryOpened;
  PotsChanged: PotsChanged;
  LevelsChanged: LevelsChanged;
  DealAsked: DealAsked;
  DealDropped: DealDropped;
  MovesChanged: MovesChanged;
}

export type TournamentEvent = { [K in keyof TournamentEventBodies]: { [N in K]: TournamentEventBodies[K] } }[keyof TournamentEventBodies];
