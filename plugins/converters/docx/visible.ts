import type { TextStyle } from './styles.js';

/** Smaller type than this, in points, nobody reads. */
const leastSize = 2;

/** The difference of brightness, of 255, that type needs from what lies behind it. The same as for PDF. */
const leastContrast = 24;

/** What lies behind the type when nobody knows: a picture, or a table style that paints some cells. */
export const unknownBackground = 'unknown';

/** Whether a reader of the printed document sees type of this look. */
export function isVisible({ vanish, size, color, background }: TextStyle): boolean {
  if (vanish || (size !== undefined && size < leastSize)) return false;
  const type = brightness(color);
  const paper = background === unknownBackground ? undefined : (brightness(background) ?? 255);
  return type === undefined || paper === undefined || Math.abs(type - paper) >= leastContrast;
}

/** 0..255; undefined for 'auto', which Word sets against the background, and for what is no colour. */
function brightness(color: string | undefined): number | undefined {
  if (!color || !/^[\da-f]{6}$/i.test(color)) return undefined;
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return 0.3 * red + 0.59 * green + 0.11 * blue;
}
