/** The quarters of a turn, clockwise, in degrees: 91.5 → 1. */
export const quartersOf = (turn: number): number => (Math.round(turn / 90) + 4) % 4;

/** A page that is askew by less, in radians, is read as it lies: to straighten a picture blurs it. */
export const mostSkew = 0.035;

/** What is left of it, as the skew that has to be taken out of the picture, in radians: 93 → -0.052, 90.5 → 0. */
export function skewIn(turn: number): number {
  const skew = -((turn - Math.round(turn / 90) * 90) * Math.PI) / 180;
  return Math.abs(skew) > mostSkew ? skew : 0;
}

/** Both as one turn. */
export const rotationOf = (quarters: number, skew: number): number => quarters * 90 - (skew * 180) / Math.PI;
