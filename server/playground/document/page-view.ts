/** What the document pane shows: which page, how large, and how it is rotated. */
export interface PageView {
  readonly page: number;
  /** 'fit' follows the width of the pane. */
  readonly zoom: number | 'fit';
  /** Clockwise. */
  readonly quarterTurns: 0 | 1 | 2 | 3;
}

const zoomRange = { min: 0.25, max: 5 };
const buttonFactor = 1.25;

/** The next zoom in a direction, within the range that is allowed. */
export const zoomed = (zoom: number, direction: 1 | -1, factor = buttonFactor): number =>
  Math.min(zoomRange.max, Math.max(zoomRange.min, direction > 0 ? zoom * factor : zoom / factor));
