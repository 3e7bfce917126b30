// The course of a hand: what was publicly dealt, as bytes that the room and every verifier write.

import { type Hash, tagged, u16 } from "./hash.ts";

type Cards = readonly number[];

/** A course that is being written, in the order of the events. */
export class Course {
  private readonly bytes: number[] = [];

  down(each: number): void {
    this.bytes.push(0x01, each);
  }

  up(cards: readonly Readonly<{ seat: number; card: number }>[]): void {
    this.bytes.push(0x02, cards.length, ...cards.flatMap(({ seat, card }) => [seat, card]));
  }

  board(board: number, cards: Cards): void {
    this.bytes.push(0x03, board, cards.length, ...cards);
  }

  burn(): void {
    this.bytes.push(0x04);
  }

  fold(seat: number): void {
    this.bytes.push(0x05, seat);
  }

  toss(seat: number, count: number, commitment: Hash): void {
    this.bytes.push(0x06, seat, count, ...commitment);
  }

  drawn(seat: number, count: number): void {
    this.bytes.push(0x07, seat, count);
  }

  shuffled(seat: number, cards: number): void {
    this.bytes.push(0x08, seat, cards);
  }

  boards(boards: number): void {
    this.bytes.push(0x09, boards);
  }

  shown(seat: number, cards: Cards): void {
    this.bytes.push(0x0a, seat, cards.length, ...cards);
  }

  skip(place: number, seat: number): void {
    this.bytes.push(0x0b, ...u16(place), seat);
  }

  restored(seat: number): void {
    this.bytes.push(0x0e, seat);
  }

  /** Ends the course and returns its digest. */
  end(isVoid: boolean): Hash {
    this.bytes.push(0x0f, isVoid ? 1 : 0);
    return tagged(0x13, this.bytes);
  }
}
