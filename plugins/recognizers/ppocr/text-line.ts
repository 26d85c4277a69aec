/** A rectangle of a picture that may be turned: a line of text runs along its length. */
export interface TextLine {
  /** Its middle. */
  readonly x: number;
  readonly y: number;
  readonly length: number;
  readonly thickness: number;
  /** Radians: at 0 the text runs to the right, at a quarter turn it runs down. */
  readonly angle: number;
}

/** The point of the picture that lies this far along the strip and this far across it, both from where its text begins at the top. */
export function pointOn({ x, y, length, thickness, angle }: TextLine, along: number, across: number): readonly [x: number, y: number] {
  const [u, v] = [along - length / 2, across - thickness / 2];
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [x + u * cos - v * sin, y + u * sin + v * cos];
}
