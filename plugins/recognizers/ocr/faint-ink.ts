import type { Box } from '../../../core/index.js';
import { componentsOf } from './components.js';
import { type GreyImage, type OcrWord, quantilesOf } from './picture.js';

/** How far around a word is looked, in its heights. */
const around = { across: 2.2, down: 0.35 };

/**
 * Whether a character stands at a number, or in it, that is much paler than the number: engines leave it out, and read 250.00 behind a faint 1.
 * Measured on 160 pages of real scans: one number in 900 has such ink. A word with letters is no part of a number, however pale it is.
 */
export function hasFaintInk(number: OcrWord, words: readonly OcrWord[], picture: GreyImage): boolean {
  const ink = inkAround(number.box, picture);
  if (!ink) return false;
  const characters = componentsOf(ink.faint, isSet).filter((one) => isCharacter(one, ink) && !isEdge(one, ink));
  return characters.some((one) => !words.some((word) => word !== number && hasLetters(word) && covers(word.box, one, ink)));
}

/** What is inked around a word, in dots of a part of the picture. Each mask has 1 where it holds. */
interface InkAround {
  readonly left: number;
  readonly top: number;
  /** What is paler than the word and yet no ground, and not within a dot of what is as dark as the word. */
  readonly faint: GreyImage;
  /** What lies within two dots of the dark. */
  readonly besideDark: GreyImage;
  /** The dark dots of the word itself. */
  readonly word: Box;
}

/** What is paler than this of 255, or than so many times the usual deviation of the ground, is ground. */
const leastInk = 12;
const deviations = 5;
/** InkAround above this share of the contrast of the word is as dark as the word; a word with less contrast is pale itself. */
const darkShare = 0.5;
const leastContrast = 70;
/** In dots. Less shows no form. */
const leastHeight = 6;

function inkAround(box: Box, picture: GreyImage): InkAround | undefined {
  const reach = [around.across * box.height, around.down * box.height] as const;
  const part = partOf(picture, {
    x: box.x - reach[0],
    y: box.y - reach[1],
    width: box.width + 2 * reach[0],
    height: box.height + 2 * reach[1],
  });
  const ground = quantilesOf(part.dots)(0.5);
  const own = quantilesOf(partOf(picture, box).dots);
  const [darker, lighter] = [ground - own(0.05), own(0.95) - ground];
  const contrast = Math.max(darker, lighter);
  const isDark = darker >= lighter;
  const least = Math.max(leastInk, deviations * quantilesOf(part.dots.map((dot) => Math.abs(dot - ground)))(0.5));
  if (contrast < leastContrast || least > darkShare * contrast) return undefined;
  const inked = part.dots.map((dot) => Math.max(0, isDark ? ground - dot : dot - ground));
  const dark = { ...part, dots: inked.map((ink) => (ink >= darkShare * contrast ? 1 : 0)) };
  const [x, y] = [box.x - part.left, box.y - part.top];
  const word = extentOf(dark, { x, y: y - 1, width: box.width, height: box.height + 2 });
  const edge = grownByOne(dark);
  const faint = { ...part, dots: inked.map((ink, at) => (ink >= least && !edge.dots[at] ? 1 : 0)) };
  return word && word.height >= leastHeight ? { left: part.left, top: part.top, faint, besideDark: grownByOne(edge), word } : undefined;
}

type PicturePart = GreyImage & Pick<InkAround, 'left' | 'top'>;

function partOf({ width, height, dots }: GreyImage, box: Box): PicturePart {
  const [left, top] = [Math.max(0, Math.floor(box.x)), Math.max(0, Math.floor(box.y))];
  const [right, bottom] = [Math.min(width, Math.ceil(box.x + box.width)), Math.min(height, Math.ceil(box.y + box.height))];
  const part = new Uint8Array(Math.max(0, right - left) * Math.max(0, bottom - top));
  for (let y = top; y < bottom && left < right; y += 1)
    part.set(dots.subarray(y * width + left, y * width + right), (y - top) * (right - left));
  return { left, top, width: Math.max(0, right - left), height: Math.max(0, bottom - top), dots: part };
}

/** The box around the dots of a mask inside a box; undefined where there are none. */
function extentOf(mask: GreyImage, { x, y, width, height }: Box): Box | undefined {
  const { left, top, ...part } = partOf(mask, { x, y, width, height });
  const inside = [...part.dots.keys()].filter((at) => part.dots[at]);
  const rows = inside.map((at) => Math.floor(at / part.width));
  const [first, last] = [rows[0], rows.at(-1)];
  return first === undefined || last === undefined ? undefined : { x, y: top + first, width, height: last + 1 - first };
}

/** A mask with the dots around those that it has. */
function grownByOne({ width, height, dots }: GreyImage): GreyImage {
  const grown = new Uint8Array(dots.length);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      if (!dots[y * width + x]) continue;
      const [from, to] = [Math.max(0, x - 1), Math.min(width, x + 2)];
      for (let row = Math.max(0, y - 1); row < Math.min(height, y + 2); row += 1) grown.fill(1, row * width + from, row * width + to);
    }
  return { width, height, dots: grown };
}

const isSet = (dot: number): boolean => dot === 1;

/** A character is about as high as the word, stands on its line, and is not wider than high; in heights of the word, as is how far it may stand from it. */
const height = { least: 0.7, most: 1.25 };
const maxShift = 0.2;
const maxWidth = 0.9;
const maxGap = 1.2;
/** In dots. A thinner line is an edge of something. */
const minWidth = 2;

function isCharacter({ x, y, width, height: high }: Box, { word, faint }: InkAround): boolean {
  if (high < height.least * word.height || high > height.most * word.height) return false;
  if (width < minWidth || width > maxWidth * word.height || x === 0 || x + width === faint.width) return false;
  const shifts = [y - word.y, y + high - word.y - word.height];
  if (shifts.some((shift) => Math.abs(shift) > maxShift * word.height)) return false;
  return Math.max(word.x - x - width, x - word.x - word.width) <= maxGap * word.height;
}

/** Of a character of its own, fewer dots lie beside the dark; the blurred edge of a dark one lies all along it. */
const maxBeside = 0.25;

function isEdge({ x, y, width, height }: Box, { faint, besideDark }: InkAround): boolean {
  let [all, beside] = [0, 0];
  for (let row = y; row < y + height; row += 1)
    for (let at = row * faint.width + x; at < row * faint.width + x + width; at += 1) {
      if (!faint.dots[at]) continue;
      all += 1;
      beside += besideDark.dots[at] ?? 0;
    }
  return beside > maxBeside * all;
}

const hasLetters = ({ text }: OcrWord): boolean => /[\p{L}\p{Sc}]/u.test(text);

function covers(word: Box, { x, width, y, height }: Box, { left, top }: InkAround): boolean {
  const [middle, centre] = [left + x + width / 2, top + y + height / 2];
  return middle > word.x - 1 && middle < word.x + word.width + 1 && centre > word.y && centre < word.y + word.height;
}
