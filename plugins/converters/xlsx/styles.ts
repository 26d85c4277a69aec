import { builtinFormats, formatColours, indexedColours } from '../../ooxml/tables.js';
import { drawsSymbols, rgb, themeColours, tinted } from '../../ooxml/theme.js';
import { child, childrenOf, elements, isOn, type OfficeElement, value, within } from '../../ooxml/xml.js';
import { paleContrast } from '../../pdfium/contrast.js';

/** How a cell is shown. */
export interface CellStyle {
  /** A number format: '#,##0.00'. */
  readonly format: string;
  /** Whether a person sees its text: in its own type, in that of a run (`rPr`), or in the colour that its format gives it. */
  shows(run?: OfficeElement, colour?: string | number): boolean;
  /** Whether its text is made as small as its column needs, or repeated until it fills it. */
  readonly shrinks: boolean;
  readonly repeats: boolean;
  /** Whether its text is struck out. */
  readonly struck: boolean;
  /** The size of its type, in points. */
  readonly size: number;
  /** How far its text begins inside of the cell, in characters. */
  readonly indent: number;
  /** Whether a text of so many characters can be read in a column so many characters wide, where it cannot run on into the next cell. */
  fits(characters: number, width: number, isNumber: boolean): boolean;
}

interface Type {
  readonly colour: string;
  /** In points. */
  readonly size: number;
  /** Whether it shows pictures in place of letters and digits. */
  readonly symbols: boolean;
  readonly struck: boolean;
}

/** The digits of smaller type are under 2 points high, the least that can be read (see the legibility of a PDF's glyphs); they have 0.72 of its size. */
const leastSize = 2.8;

export const white = 'FFFFFF';
export const black = '000000';

/** The least share of a cell's text that its column must have room for: programs show ### for a wider number; stops are narrower than digits. */
const leastShare = { number: 0.6, text: 0.3 };

const usual: Type = { colour: black, size: 11, symbols: false, struck: false };

/** One step of an indent is as wide as three spaces, half as wide as digits (ECMA-376, part 1, 18.8.1). */
const indentStep = 1.5;

/** The style of a cell by the number that it names (ECMA-376, part 1, 18.8.10). */
export function stylesOf(root: OfficeElement | undefined, palette: Palette): (index: number) => CellStyle {
  const custom = new Map(
    childrenOf(child(root, 'x:numFmts'), 'x:numFmt').map((format) => [number(format, 'numFmtId'), value(format, 'formatCode')]),
  );
  const types = childrenOf(child(root, 'x:fonts'), 'x:font').map((font) => typeOf(font, palette));
  const fills = childrenOf(child(root, 'x:fills'), 'x:fill').map((fill) => coloursOf(fill, palette));
  const styleOf = (format: string, type = usual, paper: readonly string[] = [white], alignment?: OfficeElement): CellStyle => ({
    format,
    shows(run, given) {
      const { colour, size, symbols } = run ? typeOf(run, palette, type) : type;
      const painted = (given !== undefined && palette.ofFormat(given)) || colour;
      return size >= leastSize && !symbols && paper.some((behind) => differ(painted, behind));
    },
    shrinks: isOn(alignment, 'shrinkToFit'),
    repeats: value(alignment, 'horizontal') === 'fill',
    struck: type.struck,
    size: type.size,
    indent: indentStep * Number(value(alignment, 'indent') ?? 0),
    fits(characters, width, isNumber) {
      const share = (width * usual.size) / (characters * type.size);
      if (isOn(alignment, 'shrinkToFit')) return Math.min(1, share) * type.size >= leastSize;
      return isNumber ? share >= leastShare.number : isOn(alignment, 'wrapText') || share >= leastShare.text;
    },
  });
  const styles = childrenOf(child(root, 'x:cellXfs'), 'x:xf').map((style) => {
    const id = number(style, 'numFmtId');
    const format = custom.get(id) ?? builtinFormats.get(id) ?? 'General';
    return styleOf(format, types[number(style, 'fontId')], fills[number(style, 'fillId')], child(style, 'x:alignment'));
  });
  const plain = styleOf('General');
  return (index) => styles[index] ?? plain;
}

const number = (element: OfficeElement, name: string): number => Number(value(element, name) ?? 0);

const typeOf = (element: OfficeElement, palette: Palette, inherited = usual): Type => ({
  colour: palette.of(child(element, 'x:color')) ?? usual.colour,
  size: Number(value(child(element, 'x:sz'), 'val') ?? inherited.size),
  symbols: drawsSymbols(value(child(element, 'x:name') ?? child(element, 'x:rFont'), 'val')) || inherited.symbols,
  struck: isStruck(child(element, 'x:strike')) || inherited.struck,
});

/** It is on where no value is given. */
const isStruck = (strike: OfficeElement | undefined): boolean =>
  strike !== undefined && (value(strike, 'val') === undefined || isOn(strike, 'val'));

/** All colours of what is behind a text; those of a pattern or a gradient are several, and text shows before one of them. */
function coloursOf(fill: OfficeElement, palette: Palette): readonly string[] {
  const [pattern] = elements(fill);
  if (pattern?.name === 'x:gradientFill') return [...within(pattern, 'x:color')].map((stop) => palette.of(stop) ?? white);
  const type = value(pattern, 'patternType') ?? 'none';
  if (type === 'none') return [white];
  const [front, back] = ['x:fgColor', 'x:bgColor'].map((name) => palette.of(child(pattern, name)));
  // A solid fill that names no colour is black in some programs and none in others.
  return type === 'solid' && front ? [front] : [front ?? black, back ?? white];
}

/** Finds the colours that a workbook names, as RRGGBB. */
export interface Palette {
  /** Undefined for an element that names none, which then has the colour of text or of paper. */
  of(element: OfficeElement | undefined): string | undefined;
  /** A colour in a number format: 'white', '#00FF00', or the number in '[Color 10]'. */
  ofFormat(colour: string | number): string | undefined;
}

/** Whether a person tells text of one colour from paper of the other, by the rule for pages of a PDF. */
export const differ = (a: string, b: string): boolean => Math.abs(brightness(a) - brightness(b)) >= paleContrast;

/** From 0 to 255, with the weights of pdfium's grey: ITU-R BT.601. */
const brightness = (colour: string): number =>
  [0.299, 0.587, 0.114].reduce((sum, weight, at) => sum + weight * Number.parseInt(colour.slice(2 * at, 2 * at + 2), 16), 0);

/** The colours of a workbook (ECMA-376, part 1, 18.8.3 and 18.8.19): its theme, its own palette or that of all, and what the system has. */
export function paletteOf(styles: OfficeElement | undefined, theme: OfficeElement | undefined): Palette {
  const own = childrenOf(child(styles, 'x:colors', 'x:indexedColors'), 'x:rgbColor').map((colour) => rgb(value(colour, 'rgb')));
  // Paper and print stand before the others, light before dark, not as in the theme.
  const themed = [...themeColours(theme).values()];
  const indexed = (index: number): string | undefined => own[index] ?? indexedColours[index] ?? { 64: black, 65: white }[index];
  return {
    of(element) {
      const [index, place] = [value(element, 'indexed'), value(element, 'theme')];
      const colour = rgb(value(element, 'rgb')) ?? (place && themed[Number(place)]) ?? (index && indexed(Number(index)));
      return colour ? tinted(colour, Number(value(element, 'tint') ?? 0)) : undefined;
    },
    ofFormat: (colour) => (typeof colour === 'number' ? indexed(colour + 7) : (rgb(colour.replace('#', '')) ?? formatColours.get(colour))),
  };
}
