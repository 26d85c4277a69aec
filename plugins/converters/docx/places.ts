import { child, type OfficeElement, value } from '../../ooxml/xml.js';

/** In twentieths of a point: lines and rows that are lower show nothing that can be read, as in a PDF. */
const leastHeight = 40;

/** The same: text that begins or ends farther from the margin is outside of every usual page, which is 11,906 or 12,240 wide. */
const widest = 14_400;

/** Whether a paragraph stands where nobody sees it, by its own properties or those of its styles, nearest first. */
export function isAway(properties: readonly (OfficeElement | undefined)[]): boolean {
  const of = (name: string): OfficeElement | undefined => properties.map((each) => child(each, name)).find((each) => each);
  const [spacing, frame, indent] = ['w:spacing', 'w:framePr', 'w:ind'].map(of);
  const isFlat = value(spacing, 'w:lineRule') === 'exact' && twips(spacing, 'w:line') < leastHeight;
  const sides = ['w:left', 'w:start', 'w:right', 'w:end'].map((side) => Math.abs(twips(indent, side)));
  return isFlat || isFrameAway(frame) || sides.some((side) => side > widest);
}

function isFrameAway(frame: OfficeElement | undefined): boolean {
  const [x, y, width, height] = ['w:x', 'w:y', 'w:w', 'w:h'].map((name) => Math.trunc(twips(frame, name, 0)));
  const beyond = (at = 0, size = 0): boolean => at > 2 * widest || (at < 0 && at + Math.max(size, leastHeight) < -widest / 10);
  return frame !== undefined && (beyond(x, width) || beyond(y, height));
}

/** Whether a row is too low for text. */
export function isFlatRow(properties: OfficeElement | undefined): boolean {
  const height = child(properties, 'w:trHeight');
  return value(height, 'w:hRule') === 'exact' && twips(height, 'w:val') < leastHeight;
}

/** A length in twentieths of a point, or with its unit as the strict form writes it. */
function twips(element: OfficeElement | undefined, name: string, otherwise = Number.NaN): number {
  const length = value(element, name);
  const number = Number.parseFloat(length ?? '');
  return Number.isNaN(number) ? otherwise : number * (length?.endsWith('pt') ? 20 : 1);
}
