// Positions on the felt. The viewer's seat is at the bottom, and the others follow clockwise.

/**
 * A place on the felt, as a fraction of the space for seats: 0 is the first place from the left or
 * the top where a whole seat is on the felt, 1 the last one. `dx` and `dy` shift it, in units of
 * the felt (`--u`).
 */
export interface Spot {
  x: number;
  y: number;
  dx?: number;
  dy?: number;
}

/**
 * The felt's shapes: `wide` for a desktop, `tall` for a phone held upright, `low` for one on its
 * side. On the wide one bets are on the cloth, on the others below their seats.
 */
export type Shape = "wide" | "tall" | "low";

/** Returns the shape for a space of this size, in pixels. */
export const shapeFor = (width: number, height: number): Shape => {
  if (width < Math.max(height * 1.15, 480)) return "tall";
  return height < 400 || width < 720 ? "low" : "wide";
};

/** Heights in units of the felt, as in the style sheet: a pod, and the viewer's cards above it. */
const POD = { wide: 46, tall: 42, low: 42 };
const OWN_CARDS = { wide: 88, tall: 70, low: 62 };

const CENTRE = 0.5;
const ELLIPSE_BEND = 0.78;
const bent = (value: number): number => Math.sign(value) * Math.abs(value) ** ELLIPSE_BEND;

/**
 * Returns how many of the other seats are along the top. The rest is an even number, half of it at
 * each side.
 */
const alongTop = (others: number, shape: Shape): number => {
  if (others < 3) return others;
  if (shape === "tall") return others % 2 ? 1 : 2;
  return others === 8 ? 4 : others % 2 ? 3 : 2;
};

/** Returns a place in a row of `count`: 0 to 1, and the middle for a single one. */
const inRow = (place: number, count: number): number => (count === 1 ? CENTRE : place / (count - 1));

/** Returns seats along the sides and the top of a phone's felt. */
const alongEdges = (steps: number, seats: number, shape: Shape, isStud: boolean): Spot => {
  if (steps === 0) return { x: CENTRE, y: 1 };
  const others = seats - 1;
  const top = alongTop(others, shape);
  const side = (others - top) / 2;
  const place = steps - 1;
  // With a single seat at the top, the sides begin slightly below it. With a row at the top, they
  // begin below the row.
  const from = shape === "low" ? (side > 2 ? 0.2 : 0.36) : top === 1 ? (isStud ? 0 : 0.14) : isStud ? 0.33 : 0.3;
  // In stud the neighbors' cards reach inward, toward the viewer's cards, so the neighbors sit
  // above those.
  const to = shape === "tall" && isStud ? 0.64 : shape === "tall" && side < 4 ? 0.92 : 1;
  const down = (row: number): number => (side === 1 ? 0.5 : from + (to - from) * inRow(row, side));
  if (place < side) return { x: 0, y: down(side - 1 - place) };
  if (place < side + top) {
    const [left, right] = shape === "tall" ? [0.18, 0.82] : top === 2 ? [0.27, 0.73] : top === 3 ? [0.2, 0.8] : [0.1, 0.9];
    return { x: left + (right - left) * inRow(place - side, top), y: 0 };
  }
  return { x: 1, y: down(place - side - top) };
};

/** Returns the place of a seat, `steps` seats clockwise from the bottom. */
export const seatSpot = (steps: number, seats: number, shape: Shape, isStud: boolean): Spot => {
  if (shape !== "wide") return alongEdges(steps, seats, shape, isStud);
  const angle = Math.PI / 2 + (steps / seats) * 2 * Math.PI;
  return { x: CENTRE + bent(Math.cos(angle)) / 2, y: CENTRE + bent(Math.sin(angle)) / 2 };
};

const isOwn = (seat: Spot): boolean => seat.y === 1 && Math.abs(seat.x - CENTRE) < 0.05;

/**
 * Returns the place of chips in front of a seat: toward the middle, beside the board. On a phone,
 * below the pod.
 */
export const betSpot = (seat: Spot, shape: Shape): Spot => {
  if (isOwn(seat)) return { ...seat, dy: -(POD[shape] / 2 + OWN_CARDS[shape] + 15) };
  if (shape !== "wide") return { ...seat, dy: POD[shape] / 2 + 8 };
  if (Math.abs(seat.x - CENTRE) < 0.08) return { ...seat, dy: POD.wide / 2 + 34 };
  return { x: seat.x + (CENTRE - seat.x) * 0.34, y: seat.y + (CENTRE - seat.y) * 0.42 };
};

/**
 * Returns the place of the button: beside its pod, toward the middle. On a phone, in a corner of the
 * pod, beside the name.
 */
export const buttonSpot = (seat: Spot, shape: Shape): Spot => {
  // The name of the viewer's hand is to the right of the viewer's pod.
  if (shape === "wide") return { ...seat, dx: (isOwn(seat) || seat.x > CENTRE + 0.02 ? -1 : 1) * 84 };
  return { ...seat, dx: isRight(seat) ? -36 : 36, dy: -11 };
};

/** Returns whether a seat is at the right or the left edge. */
export const isRight = ({ x }: Spot): boolean => x > 0.8;
export const isLeft = ({ x }: Spot): boolean => x < 0.2;

const along = (edge: string, from: string, to: string, part: number, shift = 0): string =>
  `calc(var(${from}) + (${edge} - var(${from}) - var(${to})) * ${part.toFixed(4)} + var(--u) * ${shift})`;

const across = ({ x, dx }: Spot): string => along("100%", "--beside", "--beside", x, dx);
const down = ({ y, dy }: Spot): string => along("100%", "--above", "--below", y, dy);

/** Returns the style of a fixed element. */
export const placed = (spot: Spot) => ({ left: across(spot), top: down(spot) });

/**
 * Returns the style of a moving element. It lies on a sheet as large as the felt, and the sheet is
 * shifted. The compositor does that alone, while a changed position needs layout and paint for
 * every frame.
 */
export const moved = (spot: Spot) => ({ translate: `${across(spot)} ${down(spot)}` });

/** The middle of the pots, where chips fly to and from. */
export const POT: Spot = { x: CENTRE, y: 0.42 };
