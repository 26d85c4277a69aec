import { child, childrenOf, elements, type OfficeElement, value } from '../../ooxml/xml.js';
import { builtinFormats } from './formats/builtin.js';

/** How a cell is shown. */
export interface CellStyle {
  /** A number format: '#,##0.00'. */
  readonly format: string;
  /** Whether the text has the colour of what is behind it. */
  readonly invisible: boolean;
}

const plain: CellStyle = { format: 'General', invisible: false };
const white = 'FFFFFF';
const black = '000000';

/** The style of a cell by the number that it names (ECMA-376, part 1, 18.8.10). */
export function stylesOf(root: OfficeElement | undefined): (index: number) => CellStyle {
  const custom = new Map(
    childrenOf(child(root, 'x:numFmts'), 'x:numFmt').map((format) => [number(format, 'numFmtId'), value(format, 'formatCode')]),
  );
  const fonts = childrenOf(child(root, 'x:fonts'), 'x:font').map((font) => colour(child(font, 'x:color')) ?? black);
  const fills = childrenOf(child(root, 'x:fills'), 'x:fill').map(backgroundOf);
  const styles = childrenOf(child(root, 'x:cellXfs'), 'x:xf').map((style): CellStyle => {
    const id = number(style, 'numFmtId');
    const font = fonts[number(style, 'fontId')] ?? black;
    return {
      format: custom.get(id) ?? builtinFormats.get(id) ?? plain.format,
      invisible: font === (fills[number(style, 'fillId')] ?? white),
    };
  });
  return (index) => styles[index] ?? plain;
}

const number = (element: OfficeElement, name: string): number => Number(value(element, name) ?? 0);

/** Undefined for a pattern, before which any text is seen. */
function backgroundOf(fill: OfficeElement): string | undefined {
  const [pattern] = elements(fill);
  const type = value(pattern, 'patternType') ?? 'none';
  if (pattern?.name === 'x:patternFill' && type === 'none') return white;
  return type === 'solid' ? (colour(child(pattern, 'x:fgColor')) ?? 'unknown') : 'unknown';
}

/** As RRGGBB where that is certain, else a name that equals only itself; undefined where there is none. */
function colour(element: OfficeElement | undefined): string | undefined {
  if (!element) return undefined;
  const [rgb, theme, indexed] = ['rgb', 'theme', 'indexed'].map((name) => value(element, name));
  const tint = Number(value(element, 'tint') ?? 0);
  if (rgb !== undefined) return rgb.slice(-6).toUpperCase();
  // The first colours of a theme are those of paper and print; of the palette, the first two, which stand twice in it.
  if (theme !== undefined) return tint === 0 && Number(theme) < 2 ? [white, black][Number(theme)] : `theme ${theme} ${tint}`;
  if (indexed === '1' || indexed === '9') return white;
  return indexed === undefined || ['0', '8', '64'].includes(indexed) ? black : `indexed ${indexed}`;
}
