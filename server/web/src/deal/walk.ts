// Follows the events of a hand along the script: which place is which card, and the course. A
// fault that stops the walk is thrown at once. Faults of tosses, skips and cards are noted, and
// thrown at the end in this order.

import { Course } from "./course.ts";
import { Fraud, check } from "./fraud.ts";
import { type Hash, NULL, same, stream, tagged } from "./hash.ts";
import { type Hand, type Shuffle, give, giveAway, keyOf, newHand, newShuffle, placesOf, skipsOf } from "./hands.ts";
import { NOBODY, type Opening } from "./opening.ts";
import type { At, Card, Dealing, Event, HandRecord, SeatCards, Toss } from "./proof.ts";
import { type Measures, measuresFor, scrambledPlaces } from "./stud.ts";

const [STREET, DOWN, UP, BOARD, BURN, DISCARD, DRAW] = [0x00, 0x10, 0x20, 0x30, 0x40, 0x50, 0x60];

/** What a walk reads beside the events. With a seed, an auditor finds what players gave away. */
export type Dealt = Readonly<{ opening: Opening; joint: Hash; deal: Dealing; opened: ReadonlyMap<number, Card>; seed?: Hash }>;

type Draw = { readonly most: number; readonly isReplaced: boolean; readonly done: Set<number>; owed: { readonly seat: number; readonly count: number } | undefined };

const sorted = (cards: readonly Card[]): Card[] => [...cards].sort((one, two) => one - two);

/** Returns the button of a hand: the one of the opening, or a drawn one. */
const buttonOf = (opening: Opening, joint: Hash): number => {
  if (opening.button !== NOBODY) return opening.button;
  check(opening.dealt.length > 0, "LINEUP", "Nobody is dealt in, so no button can be drawn.");
  return opening.dealt[Math.floor((stream(0x04, joint, 0xfe)() * opening.dealt.length) / 2 ** 32)]!;
};

/** A hand on its way from its first event to its last. */
export class Walk {
  readonly hands: ReadonlyMap<number, Hand>;
  readonly order: readonly number[];
  readonly burned: At[] = [];
  outcome: 0 | 1 | undefined;
  digest: Hash = NULL;
  private readonly button: number;
  private readonly course = new Course();
  private readonly faults: Partial<Record<"toss" | "skip" | "card", Fraud>> = {};
  private hasStarted = false;
  private at = 0;
  private deck = 0;
  private place = 0;
  private left: number;
  private burns: number[] = [];
  private readonly board: At[] = [];
  private boards = 1;
  private nextBoard = 0;
  private draw: Draw | undefined;
  private tosses = 0;
  private readonly shuffles = new Map<number, Shuffle>();
  private readonly skips: ReadonlyMap<number, number>;
  private readonly used = new Set<number>();
  private measures: Measures | undefined;
  private scrambled: number[] | undefined;

  constructor(private readonly dealt: Dealt) {
    const { opening, joint, deal } = dealt;
    this.button = buttonOf(opening, joint);
    this.order = [...opening.dealt.filter((seat) => seat > this.button), ...opening.dealt.filter((seat) => seat <= this.button)];
    this.hands = new Map(opening.dealt.map((seat) => [seat, newHand()]));
    this.left = opening.faces.length;
    this.skips = new Map(deal.skips.map((skip) => [keyOf(skip), skip.seat]));
  }

  /** Follows a record to its end. */
  follow(record: HandRecord): this {
    for (const event of record.events) this.apply(event);
    this.finish(record);
    return this;
  }

  private apply(event: Event): void {
    if (this.outcome !== undefined) return this.applyAfterTheEnd(event);
    check(this.hasStarted || event.kind === "started", "SCRIPT", "An event comes before the hand has started.");
    switch (event.kind) {
      case "started":
        return this.start(event.hand, event.button, event.dealt);
      case "down":
        return this.dealDown(event.each);
      case "up":
        return this.dealUp(event.cards);
      case "board":
        return this.dealBoard(event.board, event.cards);
      case "boards":
        check(this.nextBoard === 0, "SCRIPT", "Boards are added within a deal.");
        check(event.boards >= this.boards, "SCRIPT", "The hand is run out on fewer boards.");
        this.boards = event.boards;
        return this.course.boards(event.boards);
      case "folded":
        return this.fold(event.seat);
      case "restored":
        return this.restore(event.seat);
      case "began":
        check(event.least === (event.replaced ? 0 : event.most), "SCRIPT", "The draw has other bounds.");
        return this.beginDraw((event.replaced ? DRAW : DISCARD) | this.countOf(event.most));
      case "discarded":
        return this.discard(event.seat, event.count);
      case "drawn":
        return this.drawCards(event.seat, event.count);
      case "shuffled":
        return this.shuffle(event.seat, event.cards);
      case "shown":
        return this.show(event.seat, event.cards);
      case "ended":
      case "voided":
        return this.end(event.hand, event.kind === "voided");
      case "rabbit":
        throw new Fraud("SCRIPT", "A rabbit is shown during the hand.");
      case "after":
    }
  }

  private start(hand: number, button: number, dealt: readonly number[]): void {
    check(!this.hasStarted, "SCRIPT", "The hand starts twice.");
    this.hasStarted = true;
    this.isOfHand(hand);
    check(button === this.button, "LINEUP", "The button is on another seat.");
    check(same(dealt, this.order), "LINEUP", "Other seats are dealt in.");
  }

  private isOfHand(hand: number): void {
    check(BigInt(hand) === this.dealt.opening.hand, "BIND", "The record is of another hand.");
  }

  private fault(of: "toss" | "skip" | "card", code: string, sentence: string): void {
    this.faults[of] ??= new Fraud(code, sentence);
  }

  private live(): number[] {
    return this.order.filter((seat) => this.hands.get(seat)!.isLive);
  }

  private openedAt(place: At): Card | undefined {
    return this.dealt.opened.get(keyOf(place));
  }

  /** Checks that the cards at these places are those of the record, in any order. */
  private expect(places: readonly At[], cards: readonly Card[], what: string): void {
    const missing = places.find((place) => this.openedAt(place) === undefined);
    if (missing) return this.fault("card", "MISSING", `Deck ${missing.deck}, place ${missing.place}, ${what}, is not opened.`);
    const opened = places.map((place) => this.openedAt(place)!);
    if (!same(sorted(opened), sorted(cards))) this.fault("card", "CARD", `The record shows another card: ${what}.`);
  }

  private expectEach(places: readonly At[], cards: readonly Card[], what: string): void {
    places.slice(0, cards.length).forEach((place, at) => this.expect([place], [cards[at]!], what));
  }

  // The script, burns, and the next card of the deck.

  private nextOp(): number | undefined {
    while (this.dealt.opening.script[this.at] === STREET) this.at += 1;
    return this.dealt.opening.script[this.at];
  }

  private burnIfDue(): void {
    while (this.nextOp() === BURN) {
      const burn = this.take();
      this.burned.push(burn);
      this.burns.push(burn.place);
      this.course.burn();
      this.at += 1;
    }
  }

  /** Returns a number of cards that a deal of a script can have. */
  private countOf(cards: number): number {
    check(cards > 0 && cards < 16, "SCRIPT", "The script has no deal of so many cards.");
    return cards;
  }

  /** Goes on to a deal, which must be the next one of the script. */
  private need(op: number, what: string): void {
    this.endDraw();
    check(this.nextBoard === 0, "SCRIPT", "A board is left out.");
    this.burnIfDue();
    check(this.nextOp() === op, "SCRIPT", `The script does not deal ${what} now.`);
    this.at += 1;
  }

  /** Takes the next card of the deck, and passes over the places that are named as skips. */
  private take(): At {
    const tooMany = "More cards are dealt than there are.";
    check(this.left > 0, "COUNT", tooMany);
    this.left -= 1;
    if (this.scrambled) return { deck: 0, place: this.scrambled.shift()! };
    const [shuffle, { deck }] = [this.shuffles.get(this.deck), this];
    for (;;) {
      const here = { deck, place: this.place };
      const seat = shuffle && this.skips.get(keyOf(here));
      this.place += 1;
      if (seat === undefined) {
        check(here.place < this.dealt.opening.faces.length, "COUNT", tooMany);
        shuffle?.taken.push(here);
        return here;
      }
      shuffle!.walked.push({ ...here, seat });
      this.used.add(keyOf(here));
      this.course.skip(here.place, seat);
    }
  }

  private takeMany(count: number): At[] {
    return Array.from({ length: count }, () => this.take());
  }

  // Deals to players and boards.

  private dealDown(each: number): void {
    check(!(this.isAtLastStreet() && this.dealsOneToTheBoard()), "SCRIPT", "The last card is for the board.");
    this.need(DOWN | this.countOf(each), "these cards down");
    const live = this.live();
    this.takeMany(live.length * each).forEach((place, at) => this.giveTo(live[at % live.length]!, place));
    this.course.down(each);
  }

  private giveTo(seat: number, place: At): void {
    const hand = this.hands.get(seat)!;
    give(hand, place);
    hand.dealt.push(place);
  }

  private dealUp(cards: readonly Readonly<{ seat: number; card: Card }>[]): void {
    this.need(UP, "a card up");
    const isToAll = same(this.live(), cards.map(({ seat }) => seat));
    check(isToAll, "SCRIPT", "The up cards go to other seats.");
    const places = this.takeMany(cards.length);
    this.course.up(cards);
    cards.forEach(({ seat, card }, at) => {
      this.giveTo(seat, places[at]!);
      this.expect([places[at]!], [card], `an up card of seat ${seat}`);
    });
  }

  private dealBoard(board: number, cards: readonly Card[]): void {
    if (this.isAtLastStreet() && this.dealsOneToTheBoard()) {
      this.endDraw();
      this.burnIfDue();
      check(board === 0 && cards.length === 1, "SCRIPT", "One card is for the board.");
      this.at = this.dealt.opening.script.length;
    } else {
      const op = BOARD | this.countOf(cards.length);
      if (board === 0 && this.nextBoard === 0) this.need(op, "these cards to the board");
      const isNext = board === this.nextBoard && this.dealt.opening.script[this.at - 1] === op;
      check(isNext, "SCRIPT", "The cards go to another board.");
      this.nextBoard = board + 1 === this.boards ? 0 : board + 1;
    }
    const places = this.takeMany(cards.length);
    this.expectEach(places, cards, "a card of the board");
    this.board.push(...places);
    this.course.board(board, cards);
  }

  private fold(seat: number): void {
    const hand = this.hands.get(seat);
    if (!hand?.isLive) return;
    hand.isLive = false;
    this.course.fold(seat);
    if (this.draw?.owed?.seat === seat) this.draw.owed = undefined;
  }

  private restore(seat: number): void {
    const hand = this.hands.get(seat);
    check(hand !== undefined, "SCRIPT", "A hand is restored that was not dealt.");
    hand.isLive = true;
    this.course.restored(seat);
  }

  // Draws.

  private beginDraw(op: number | undefined): void {
    const isReplaced = op !== undefined && op >> 4 === DRAW >> 4;
    check(op !== undefined && (isReplaced || op >> 4 === DISCARD >> 4), "SCRIPT", "No draw comes now.");
    this.need(op, "this draw");
    this.draw = { most: op & 15, isReplaced, done: new Set(), owed: undefined };
  }

  private nextToDraw(): number | undefined {
    return this.draw && this.live().find((seat) => !this.draw!.done.has(seat));
  }

  private endDraw(): void {
    const isDone = this.nextToDraw() === undefined && this.draw?.owed === undefined;
    check(isDone, "SCRIPT", "The game goes on before everybody has drawn.");
    this.draw = undefined;
  }

  private discard(seat: number, count: number): void {
    if (this.nextToDraw() === undefined && this.draw?.owed === undefined) {
      this.endDraw();
      this.burnIfDue();
      this.beginDraw(this.nextOp());
    }
    const [draw, hand] = [this.draw!, this.hands.get(seat)];
    check(draw.owed === undefined, "SCRIPT", "A player gives away before the last one has drawn.");
    check(hand !== undefined && this.nextToDraw() === seat, "SCRIPT", "A player draws out of turn.");
    const most = Math.min(draw.most, hand.count);
    check(draw.isReplaced ? count <= most : count === most, "SCRIPT", "A player gives away another number of cards.");
    draw.done.add(seat);
    draw.owed = draw.isReplaced && count > 0 ? { seat, count } : undefined;
    this.toss(seat, hand, count);
  }

  private toss(seat: number, hand: Hand, count: number): void {
    const number = this.tosses;
    check(number < 256, "COUNT", "There are more tosses than a hand can have.");
    const toss = this.dealt.deal.tosses[number];
    this.tosses += 1;
    if (toss?.seat !== seat || toss.count !== count) this.fault("toss", "TOSS", `Toss ${number} is of another seat or size.`);
    this.course.toss(seat, count, toss?.commitment ?? NULL);
    giveAway(hand, count, toss && this.picksOf(number, seat, count, hand.count, toss));
    for (const { inPlay } of this.shuffles.values()) {
      const holding = inPlay.get(seat);
      if (holding) holding.tossed += count;
    }
  }

  /** Returns the picks of a toss, if they are open and are what was committed to. */
  private picksOf(number: number, seat: number, count: number, held: number, toss: Toss): number | undefined {
    const { seed } = this.dealt;
    if (seed === undefined && toss.open === undefined) return undefined;
    const salt = seed === undefined ? toss.open!.salt : tagged(0x08, seed, [seat, number]);
    const tried = seed === undefined ? [toss.open!.picks] : [...Array(256).keys()];
    const bits = (picks: number): number => picks.toString(2).replaceAll("0", "").length;
    const isIt = (picks: number): boolean => bits(picks) === count && picks >> held === 0 && same(tagged(0x07, salt, [seat, number, picks]), toss.commitment);
    const found = tried.find(isIt);
    if (found === undefined) this.fault("toss", "TOSS", `What seat ${seat} gave away is not what it committed to.`);
    return found;
  }

  private drawCards(seat: number, count: number): void {
    const owed = this.draw?.owed;
    check(owed?.seat === seat && count > 0 && count <= owed.count, "SCRIPT", "A player draws cards that were not given away.");
    this.draw!.owed = count < owed.count ? { seat, count: owed.count - count } : undefined;
    const hand = this.hands.get(seat)!;
    for (const place of this.takeMany(count)) {
      give(hand, place);
      hand.draws.at(-1)?.got.push(place);
    }
    this.course.drawn(seat, count);
  }

  // Shuffles.

  private shuffle(seat: number | undefined, cards: number): void {
    if (this.dealt.opening.isStud) this.scramble(seat, cards);
    else this.shuffleAgain(seat, cards);
    this.course.shuffled(seat ?? NOBODY, cards);
  }

  private shuffleAgain(seat: number | undefined, cards: number): void {
    const { opening } = this.dealt;
    check(opening.shufflesAgain, "SCRIPT", "This game does not shuffle again.");
    if (seat === undefined) this.endDraw();
    const isDue = seat === undefined ? this.nextOp() === BURN : this.draw?.owed?.seat === seat;
    check(isDue, "SCRIPT", "Nobody needs a card, and yet there is a shuffle.");
    check(this.left === 0, "COUNT", "Cards are left, and yet there is a shuffle.");
    check(this.deck < opening.shuffles, "COUNT", "There are more shuffles than decks.");
    const shuffle = newShuffle(this.hands, this.board, seat);
    const inPlay = [...shuffle.inPlay.values()].reduce((sum, { count }) => sum + count, 0);
    check(cards === opening.faces.length - inPlay, "COUNT", `${cards} cards are shuffled, but another number is out of play.`);
    this.deck += 1;
    this.shuffles.set(this.deck, shuffle);
    [this.place, this.left, this.burns] = [0, cards, []];
  }

  private isAtLastStreet(): boolean {
    if (!this.dealt.opening.isStud) return false;
    this.nextOp();
    return this.at === this.dealt.opening.script.lastIndexOf(STREET) + 1;
  }

  private lastStreet(): Measures {
    return (this.measures ??= measuresFor(this.left, this.burns.length, this.live().length));
  }

  private dealsOneToTheBoard(): boolean {
    const { scrambles, isForTheBoard } = this.lastStreet();
    check(!scrambles || this.scrambled !== undefined, "COUNT", "The stub is not scrambled.");
    return isForTheBoard;
  }

  private scramble(seat: number | undefined, cards: number): void {
    check(this.isAtLastStreet() && seat === undefined, "SCRIPT", "No stub is scrambled now.");
    check(this.scrambled === undefined, "COUNT", "The stub is scrambled twice.");
    this.endDraw();
    check(this.lastStreet().scrambles, "COUNT", "The stub is long enough, and yet it is scrambled.");
    const whole = this.left + this.burns.length;
    check(cards === whole, "COUNT", `${cards} cards are scrambled where there are ${whole}.`);
    this.scrambled = scrambledPlaces(this.dealt.joint, this.dealt.opening.faces.length, this.place, this.burns);
    [this.left, this.burns] = [whole, []];
  }

  // Shown hands, the end of the hand, and what is shown after it.

  private show(seat: number, cards: readonly Card[]): void {
    const hand = this.hands.get(seat);
    check(hand !== undefined, "SCRIPT", "A hand is shown that was not dealt.");
    this.course.shown(seat, cards);
    if (hand.held) this.expect(hand.held, cards, `the shown hand of seat ${seat}`);
    else this.fault("toss", "TOSS", `It is not open what seat ${seat} gave away.`);
    this.checkClosedSkips(seat, false);
  }

  /** Checks how many of a seat's skips stay closed: none for the viewer, and for others as many as it gave away since. */
  private checkClosedSkips(seat: number, isViewer: boolean): void {
    for (const shuffle of this.shuffles.values()) {
      const closed = skipsOf(shuffle, seat).filter((place) => this.openedAt(place) === undefined).length;
      const most = isViewer ? 0 : (shuffle.inPlay.get(seat)?.tossed ?? 0);
      if (closed > most) this.fault("skip", "SKIP", `Cards are passed over for seat ${seat} that stay closed.`);
    }
  }

  private end(hand: number, isVoid: boolean): void {
    this.isOfHand(hand);
    if (!isVoid && this.live().length > 1) {
      this.endDraw();
      check(this.nextOp() === undefined && this.nextBoard === 0, "SCRIPT", "The hand ends before its last card.");
    }
    this.outcome = isVoid ? 1 : 0;
    this.digest = this.course.end(isVoid);
  }

  private applyAfterTheEnd(event: Event): void {
    if (event.kind === "rabbit") this.rabbit(event.cards);
    if (event.kind !== "after" || BigInt(event.hand) !== this.dealt.opening.hand) return;
    const hand = this.hands.get(event.seat);
    const places = hand ? placesOf(hand) : [];
    const known = places.map((place) => this.openedAt(place));
    if (!event.cards.every((card) => known.includes(card))) this.fault("card", "MISSING", "A card shown after the hand is not opened.");
  }

  private rabbit(cards: readonly Card[]): void {
    for (let shown = 0; shown < cards.length; ) {
      this.burnIfDue();
      const op = this.nextOp() ?? 0;
      const count = op >> 4 === BOARD >> 4 ? op & 15 : 0;
      check(count > 0 && shown + count <= cards.length, "SCRIPT", "The rabbit shows cards of no board.");
      this.at += 1;
      this.expectEach(this.takeMany(count), cards.slice(shown, shown + count), "a card that would have come");
      shown += count;
    }
  }

  // The checks after the last event.

  private finish(record: HandRecord): void {
    check(this.hasStarted, "LINEUP", "The record does not say who was dealt in.");
    check(this.outcome !== undefined, "SCRIPT", "The record has no end.");
    if (this.dealt.deal.tosses.length !== this.tosses) this.fault("toss", "TOSS", "The proof has tosses that nobody made.");
    const viewer = record.namesViewer || record.cards.length !== 1 ? record.viewer : record.cards[0]!.seat;
    for (const told of record.cards) {
      this.checkOwn(told);
      this.checkClosedSkips(told.seat, viewer === told.seat);
    }
    this.checkSkips();
    const fraud = this.faults.toss ?? this.faults.skip ?? this.faults.card;
    if (fraud) throw fraud;
  }

  /** Checks the cards of one player beyond those that everybody saw. */
  private checkOwn({ seat, dealt, draws }: SeatCards): void {
    const hand = this.hands.get(seat);
    if (!hand) return this.fault("card", "CARD", `The record has cards of seat ${seat}, which had none.`);
    if (hand.dealt.length !== dealt.length) return this.fault("card", "CARD", `Seat ${seat} was dealt another number of cards.`);
    const what = `a card of seat ${seat}`;
    this.expectEach(hand.dealt, dealt, what);
    // A player who stands pat has no part in the draw.
    const made = hand.draws.filter(({ gave, got }) => gave === undefined || gave.length + got.length > 0);
    const told = draws.filter(({ gave, got }) => gave.length + got.length > 0);
    if (made.length !== told.length) this.fault("card", "CARD", `Seat ${seat} drew another number of times.`);
    made.slice(0, told.length).forEach(({ gave, got }, at) => {
      if (gave) this.expect(gave, told[at]!.gave, what);
      else this.fault("toss", "TOSS", `It is not open what seat ${seat} gave away.`);
      if (got.length !== told[at]!.got.length) this.fault("card", "CARD", `Seat ${seat} drew another number of cards.`);
      this.expectEach(got, told[at]!.got, what);
    });
  }

  private checkSkips(): void {
    const isWalked = this.used.size === this.skips.size && this.skips.size === this.dealt.deal.skips.length;
    if (!isWalked) this.fault("skip", "SKIP", "The proof names a skip that no deal walks over.");
    for (const shuffle of this.shuffles.values()) {
      for (const seat of new Set(shuffle.walked.map((skip) => skip.seat))) this.checkSkipsOf(shuffle, seat);
      this.checkTaken(shuffle);
    }
  }

  /** Checks that what was passed over for a seat is what it held, as far as both are open. */
  private checkSkipsOf(shuffle: Shuffle, seat: number): void {
    const [skips, held] = [skipsOf(shuffle, seat), shuffle.inPlay.get(seat)];
    if (skips.length > (held?.count ?? 0)) this.fault("skip", "SKIP", "More cards are passed over for a seat than it held.");
    const opened = skips.map((place) => this.openedAt(place));
    if (seat === NOBODY && opened.includes(undefined)) this.fault("skip", "SKIP", "A card that is passed over for the board is not opened.");
    const cards = held?.places?.map((place) => this.openedAt(place));
    if (!cards || cards.includes(undefined)) return;
    for (const card of opened.filter((known) => known !== undefined)) {
      const at = cards.indexOf(card);
      if (at < 0) this.fault("skip", "SKIP", `A card is passed over that seat ${seat} did not hold.`);
      else cards.splice(at, 1);
    }
  }

  /** Checks that no card that was in play was dealt again. */
  private checkTaken({ inPlay, taken }: Shuffle): void {
    const counts = new Map<Card, number>();
    for (const face of this.dealt.opening.faces) counts.set(face, (counts.get(face) ?? 0) + 1);
    for (const place of [...inPlay.values()].flatMap(({ places }) => places ?? []).concat(taken)) {
      const card = this.openedAt(place);
      if (card !== undefined) counts.set(card, (counts.get(card) ?? 0) - 1);
    }
    if ([...counts.values()].some((count) => count < 0)) this.fault("skip", "SKIP", "A card that was in play is dealt again.");
  }
}
