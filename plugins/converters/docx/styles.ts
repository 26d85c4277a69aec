import { child, childrenOf, type Element, toggle, value } from './xml.js';

/** How type looks, as far as it decides whether one can see it. Absent = not said here. */
export interface TextStyle {
  readonly vanish?: boolean;
  /** Six hexadecimal digits, or 'auto'. */
  readonly color?: string;
  /** In points. */
  readonly size?: number;
  /** What lies behind the type. */
  readonly background?: string;
}

/** What the styles of a document say of its text. */
export interface Styles {
  /** The look that a style gives, with those it is based on. */
  look(id: string | undefined): TextStyle;
  /** What all text looks like where nothing else is said. */
  readonly defaults: TextStyle;
  /** The paragraph properties that a style gives, nearest first. */
  paragraph(id: string | undefined): readonly Element[];
  /** The name under which people know a style: 'heading 1'. */
  nameOf(id: string | undefined): string | undefined;
  /** Whether a table style paints cells. */
  paints(id: string | undefined): boolean;
}

/** Styles are based on styles; more steps than this are a circle. */
const mostSteps = 20;

export function stylesOf(root: Element | undefined): Styles {
  const byId = new Map(childrenOf(root, 'w:style').map((style) => [value(style, 'w:styleId'), style]));
  const chain = (id: string | undefined): readonly Element[] => {
    const found: Element[] = [];
    for (let style = byId.get(id); style && found.length < mostSteps; style = byId.get(value(child(style, 'w:basedOn')))) found.push(style);
    return found;
  };
  return {
    look: (id) => merge(chain(id).map((style) => ({ ...background(child(style, 'w:pPr')), ...textStyleOf(child(style, 'w:rPr')) }))),
    defaults: textStyleOf(child(root, 'w:docDefaults', 'w:rPrDefault', 'w:rPr')),
    paragraph: (id) => chain(id).flatMap((style) => childrenOf(style, 'w:pPr')),
    nameOf: (id) => value(child(byId.get(id), 'w:name')),
    paints: (id) => chain(id).some((style) => hasShading(style)),
  };
}

/** The first that says something wins. */
export const merge = (looks: readonly TextStyle[]): TextStyle => Object.assign({}, ...looks.toReversed());

/** Reads run properties. Sizes are in half-points. */
export function textStyleOf(properties: Element | undefined): TextStyle {
  const vanish = toggle(child(properties, 'w:vanish'));
  const color = value(child(properties, 'w:color'));
  const halfPoints = Number(value(child(properties, 'w:sz')));
  return {
    ...(vanish !== undefined && { vanish }),
    ...(color !== undefined && { color }),
    ...(halfPoints > 0 && { size: halfPoints / 2 }),
    ...highlight(properties),
    ...background(properties),
  };
}

/** The shading of a run, a paragraph, a cell or a table. */
export function background(properties: Element | undefined): Pick<TextStyle, 'background'> {
  const shading = child(properties, 'w:shd');
  const color = value(shading) === 'solid' ? value(shading, 'w:color') : value(shading, 'w:fill');
  return color && color !== 'auto' ? { background: color } : {};
}

function highlight(properties: Element | undefined): Pick<TextStyle, 'background'> {
  const color = highlights.get(value(child(properties, 'w:highlight')) ?? '');
  return color ? { background: color } : {};
}

function hasShading(style: Element): boolean {
  const parts = [style, ...childrenOf(style, 'w:tblStylePr')];
  return parts.some((part) => ['w:tblPr', 'w:tcPr', 'w:pPr'].some((name) => 'background' in background(child(part, name))));
}

/** Source: ECMA-376, part 1, 17.18.40. */
const highlights: ReadonlyMap<string, string> = new Map([
  ['black', '000000'],
  ['blue', '0000FF'],
  ['cyan', '00FFFF'],
  ['darkBlue', '00008B'],
  ['darkCyan', '008B8B'],
  ['darkGray', 'A9A9A9'],
  ['darkGreen', '006400'],
  ['darkMagenta', '800080'],
  ['darkRed', '8B0000'],
  ['darkYellow', '808000'],
  ['green', '00FF00'],
  ['lightGray', 'D3D3D3'],
  ['magenta', 'FF00FF'],
  ['red', 'FF0000'],
  ['white', 'FFFFFF'],
  ['yellow', 'FFFF00'],
]);
