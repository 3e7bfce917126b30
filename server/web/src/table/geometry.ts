// Where things stand on the felt, in percent of it. The viewer's seat is at the bottom; the others follow
// clockwise.

export interface Spot {
  x: number;
  y: number;
}

/** The felt's two shapes: wide for a desk, tall for a phone. */
export interface Shape {
  rx: number;
  ry: number;
  /** 1 is an ellipse; less is squarer. */
  bend: number;
  centreY: number;
}

export const WIDE: Shape = { rx: 43, ry: 39, bend: 0.78, centreY: 50 };
export const TALL: Shape = { rx: 38.5, ry: 38, bend: 0.62, centreY: 47 };

const squared = (value: number, bend: number): number => Math.sign(value) * Math.abs(value) ** bend;

/** The place of a seat, `steps` seats clockwise from the bottom. */
export const seatSpot = (steps: number, seats: number, shape: Shape): Spot => {
  const angle = (Math.PI / 2) + (steps / seats) * 2 * Math.PI;
  return {
    x: 50 + shape.rx * squared(Math.cos(angle), shape.bend),
    y: shape.centreY + shape.ry * squared(Math.sin(angle), shape.bend),
  };
};

/** The place of chips in front of a seat: part of the way to the middle, beside the board. */
export const betSpot = (seat: Spot, shape: Shape): Spot => {
  const wide = shape === WIDE;
  // On the tall felt the neighbours of who sits at an end bet further in, so that three bets stand side by side.
  const beside = !wide && Math.abs(seat.x - 50) > 12 && Math.abs(seat.y - shape.centreY) > 20;
  const part = wide ? 0.4 : beside ? 0.6 : 0.44;
  const y = seat.y + (shape.centreY - seat.y) * part;
  // The board is in the way on the tall felt only.
  if (wide || Math.abs(y - shape.centreY) >= 10) return { x: seat.x + (50 - seat.x) * (wide ? 0.34 : 0.42), y };
  return { x: seat.x + (50 - seat.x) * 0.3, y: shape.centreY + (seat.y < shape.centreY - 1 ? -14 : 14) };
};

/** The place of the button: beside the chips of its seat. */
export const buttonSpot = (seat: Spot, shape: Shape): Spot => {
  const side = seat.y > shape.centreY ? 1 : -1;
  if (shape === WIDE) {
    if (Math.abs(seat.x - 50) > 30) return { x: seat.x + (50 - seat.x) * 0.25, y: seat.y };
    return { x: seat.x + (50 - seat.x) * 0.24 + side * 7, y: seat.y + (shape.centreY - seat.y) * 0.42 - (Math.abs(seat.x - 50) > 12 ? side * 3 : 0) };
  }
  // On the tall felt bets stand on the way to the middle: the button stands behind them, at the rail.
  if (Math.abs(seat.x - 50) < 12) return { x: seat.x + 21, y: seat.y - side * (side > 0 ? 3 : 7) };
  return { x: seat.x + (50 - seat.x) * 0.42, y: seat.y + side * 5.5 };
};
