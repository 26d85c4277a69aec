import { child, childrenOf, elements, type OfficeElement, value, within } from '../../ooxml/xml.js';
import { black, differ, type Palette, white } from './colours.js';
import { builtinFormats } from './formats/builtin.js';

/** How a cell is shown. */
export interface CellStyle {
  /** A number format: '#,##0.00'. */
  readonly format: string;
  /** Whether a person sees its text: in its own type, in that of a run (`rPr`), or in the colour that its format gives it. */
  shows(run?: OfficeElement, colour?: string | number): boolean;
}

interface Type {
  readonly colour: string;
  /** In points. */
  readonly size: number;
}

/** The digits of smaller type are under 2 points high, the least that can be read (see the legibility of a PDF's glyphs); they have 0.72 of its size. */
const leastSize = 2.8;

const usual: Type = { colour: black, size: 11 };

/** The style of a cell by the number that it names (ECMA-376, part 1, 18.8.10). */
export function stylesOf(root: OfficeElement | undefined, palette: Palette): (index: number) => CellStyle {
  const custom = new Map(
    childrenOf(child(root, 'x:numFmts'), 'x:numFmt').map((format) => [number(format, 'numFmtId'), value(format, 'formatCode')]),
  );
  const types = childrenOf(child(root, 'x:fonts'), 'x:font').map((font) => typeOf(font, palette));
  const fills = childrenOf(child(root, 'x:fills'), 'x:fill').map((fill) => coloursOf(fill, palette));
  const styleOf = (format: string, type = usual, paper: readonly string[] = [white]): CellStyle => ({
    format,
    shows(run, given) {
      const { colour, size } = run ? typeOf(run, palette, type.size) : type;
      const painted = (given !== undefined && palette.ofFormat(given)) || colour;
      return size >= leastSize && paper.some((behind) => differ(painted, behind));
    },
  });
  const styles = childrenOf(child(root, 'x:cellXfs'), 'x:xf').map((style) => {
    const id = number(style, 'numFmtId');
    const format = custom.get(id) ?? builtinFormats.get(id) ?? 'General';
    return styleOf(format, types[number(style, 'fontId')], fills[number(style, 'fillId')]);
  });
  const plain = styleOf('General');
  return (index) => styles[index] ?? plain;
}

const number = (element: OfficeElement, name: string): number => Number(value(element, name) ?? 0);

const typeOf = (element: OfficeElement, palette: Palette, size = usual.size): Type => ({
  colour: palette.of(child(element, 'x:color')) ?? usual.colour,
  size: Number(value(child(element, 'x:sz'), 'val') ?? size),
});

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
