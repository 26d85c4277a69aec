/** A rectangle in shares of its page, from the top left: it survives zoom, and is turned with the page. */
export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** Where the evidence of a field stands: one rectangle a line. None when only the page is known. */
export interface Placed {
  readonly page: number;
  /** The words that state the value. */
  readonly value: readonly Rectangle[];
  /** The whole quote around it. */
  readonly quote: readonly Rectangle[];
}
