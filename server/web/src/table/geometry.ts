// Where things stand on the felt. The viewer's seat is at the bottom; the others follow clockwise.

/** A place on the felt, as a fraction of the room that seats have: 0 is the first place from the left or the top
 * where a whole seat is on the felt, 1 the last one. `dx` and `dy` shift it, in units of the felt (`--u`). */
export interface Spot {
  x: number;
  y: number;
  dx?: number;
  dy?: number;
}

/** The felt's shapes: `wide` for a desk, `tall` for a phone that is held upright, `low` for one on its side.
 * On the wide one bets stand on the cloth; on the others, below their seats. */
export type Shape = "wide" | "tall" | "low";

/** The shape for a room of this size, in pixels. */
export const shapeFor = (width: number, height: number): Shape => {
  if (width < Math.max(height * 1.15, 480)) return "tall";
  return height < 400 || width < 720 ? "low" : "wide";
};

/** Heights in units of the felt, as the style sheet has them: a pod, and the viewer's cards above it. */
const POD = { wide: 46, tall: 42, low: 42 };
const OWN_CARDS = { wide: 88, tall: 70, low: 62 };

const CENTRE = 0.5;
const ELLIPSE_BEND = 0.78;
const bent = (value: number): number => Math.sign(value) * Math.abs(value) ** ELLIPSE_BEND;

/** How many of the others sit along the top. The rest are even in number: half of them at each side. */
const alongTop = (others: number, shape: Shape): number => {
  if (others < 3) return others;
  if (shape === "tall") return others % 2 ? 1 : 2;
  return others === 8 ? 4 : others % 2 ? 3 : 2;
};

/** A place in a row of so many: 0 to 1, and the middle for one alone. */
const inRow = (place: number, count: number): number => (count === 1 ? CENTRE : place / (count - 1));

/** Seats along the sides and the top of a phone's felt. */
const alongEdges = (steps: number, seats: number, shape: Shape, isStud: boolean): Spot => {
  if (steps === 0) return { x: CENTRE, y: 1 };
  const others = seats - 1;
  const top = alongTop(others, shape);
  const side = (others - top) / 2;
  const place = steps - 1;
  // Beside a single seat at the top, the sides begin a bit below it; beside a row there, below the
  // row.
  const from = shape === "low" ? (side > 2 ? 0.2 : 0.36) : top === 1 ? (isStud ? 0 : 0.14) : isStud ? 0.33 : 0.3;
  // In stud the neighbors' cards reach inward, where the viewer's are: the neighbors sit above
  // those.
  const to = shape === "tall" && isStud ? 0.64 : shape === "tall" && side < 4 ? 0.92 : 1;
  const down = (row: number): number => (side === 1 ? 0.5 : from + (to - from) * inRow(row, side));
  if (place < side) return { x: 0, y: down(side - 1 - place) };
  if (place < side + top) {
    const [left, right] = shape === "tall" ? [0.18, 0.82] : top === 2 ? [0.27, 0.73] : top === 3 ? [0.2, 0.8] : [0.1, 0.9];
    return { x: left + (right - left) * inRow(place - side, top), y: 0 };
  }
  return { x: 1, y: down(place - side - top) };
};

/** The place of a seat, `steps` seats clockwise from the bottom. */
export const seatSpot = (steps: number, seats: number, shape: Shape, isStud: boolean): Spot => {
  if (shape !== "wide") return alongEdges(steps, seats, shape, isStud);
  const angle = Math.PI / 2 + (steps / seats) * 2 * Math.PI;
  return { x: CENTRE + bent(Math.cos(angle)) / 2, y: CENTRE + bent(Math.sin(angle)) / 2 };
};

const isOwn = (seat: Spot): boolean => seat.y === 1 && Math.abs(seat.x - CENTRE) < 0.05;

/** The place of chips in front of a seat: part of the way to the middle, beside the board; on a phone, below the pod. */
export const betSpot = (seat: Spot, shape: Shape): Spot => {
  if (isOwn(seat)) return { ...seat, dy: -(POD[shape] / 2 + OWN_CARDS[shape] + 15) };
  if (shape !== "wide") return { ...seat, dy: POD[shape] / 2 + 8 };
  if (Math.abs(seat.x - CENTRE) < 0.08) return { ...seat, dy: POD.wide / 2 + 34 };
  return { x: seat.x + (CENTRE - seat.x) * 0.34, y: seat.y + (CENTRE - seat.y) * 0.42 };
};

/** The place of the button: beside its pod, toward the middle; at the sides of a phone, at the corner of the pod. */
export const buttonSpot = (seat: Spot, shape: Shape): Spot => {
  const inward = seat.x > CENTRE + 0.02 ? -1 : 1;
  // The name of the viewer's hand stands at the right of the viewer's pod.
  if (shape === "wide") return { ...seat, dx: (isOwn(seat) ? -1 : inward) * 84 };
  return seat.y === 0 || isOwn(seat) ? { ...seat, dx: 58 } : { ...seat, dx: inward * 44, dy: 20 };
};

const along = (edge: string, from: string, to: string, part: number, shift = 0): string =>
  `calc(var(${from}) + (${edge} - var(${from}) - var(${to})) * ${part.toFixed(4)} + var(--u) * ${shift})`;

const across = ({ x, dx }: Spot): string => along("100%", "--beside", "--beside", x, dx);
const down = ({ y, dy }: Spot): string => along("100%", "--above", "--below", y, dy);

/** The style of something that stays where it is. */
export const placed = (spot: Spot) => ({ left: across(spot), top: down(spot) });

/** The style of something that moves: it lies on a sheet as large as the felt, and the sheet is shifted. That is the
 * compositor's work, while a changed place is laid out and painted again for every picture. */
export const moved = (spot: Spot) => ({ translate: `${across(spot)} ${down(spot)}` });

/** The middle of the pots, where chips fly to and from. */
export const POT: Spot = { x: CENTRE, y: 0.42 };
