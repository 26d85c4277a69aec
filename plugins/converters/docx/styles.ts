import tables from '../../ooxml/tables.json' with { type: 'json' };
import { child, childrenOf, type OfficeElement, toggle, value } from '../../ooxml/xml.js';
import { paleContrast } from '../../pdfium/contrast.js';

/** A tab stop, in points from the left margin. */
export interface TabStop {
  readonly at: number;
  /** True where the text after the tab ends at the stop. */
  readonly right: boolean;
}

/** The properties of text that decide whether it is visible. An absent property is inherited. */
export interface DocxTextStyle {
  readonly vanish?: boolean;
  /** Six hexadecimal digits, or 'auto'. */
  readonly color?: string;
  /** In points. */
  readonly size?: number;
  /** The colour behind the text, or `unknownBackground`. */
  readonly background?: string;
}

/** Access to the styles of a document. */
export interface DocxStyles {
  /** The text style for a style id, including the styles that it is based on. */
  textStyle(id: string | undefined): DocxTextStyle;
  /** The text style where nothing else applies. */
  readonly defaults: DocxTextStyle;
  /** The paragraph properties of a style and those it is based on, nearest first. */
  paragraph(id: string | undefined): readonly OfficeElement[];
  /** The tab stops of a style and those it is based on. */
  tabs(id: string | undefined): readonly TabStop[];
  /** The display name of a style: 'heading 1'. */
  nameOf(id: string | undefined): string | undefined;
  /** Whether a table style paints cells. */
  paints(id: string | undefined): boolean;
}

/** A chain of base styles that is longer than this is a cycle. */
const maxBaseStyles = 20;

export function stylesOf(root: OfficeElement | undefined): DocxStyles {
  const byId = new Map(childrenOf(root, 'w:style').map((style) => [value(style, 'w:styleId'), style]));
  const chain = (id: string | undefined): readonly OfficeElement[] => {
    const found: OfficeElement[] = [];
    for (let style = byId.get(id); style && found.length < maxBaseStyles; style = byId.get(value(child(style, 'w:basedOn'))))
      found.push(style);
    return found;
  };
  // A style is looked up once, not for every paragraph and run, since it can be as large as the document.
  const paragraph = onceEach((id) => chain(id).flatMap((style) => childrenOf(style, 'w:pPr')));
  return {
    textStyle: onceEach((id) =>
      merge(chain(id).map((style) => ({ ...background(child(style, 'w:pPr')), ...textStyleOf(child(style, 'w:rPr')) }))),
    ),
    defaults: textStyleOf(child(root, 'w:docDefaults', 'w:rPrDefault', 'w:rPr')),
    paragraph,
    tabs: onceEach((id) => paragraph(id).flatMap(tabsOf)),
    nameOf: onceEach((id) => value(child(byId.get(id), 'w:name'))),
    paints: onceEach((id) => chain(id).some((style) => hasShading(style))),
  };
}

function onceEach<T>(compute: (id: string | undefined) => T): (id: string | undefined) => T {
  const known = new Map<string | undefined, T>();
  return (id) => {
    if (!known.has(id)) known.set(id, compute(id));
    return known.get(id) as T;
  };
}

/** The most tab stops of a paragraph in Word. */
const maxTabs = 64;

/** Converts from twentieths of a point. */
export const tabsOf = (properties: OfficeElement | undefined): readonly TabStop[] =>
  childrenOf(child(properties, 'w:tabs'), 'w:tab')
    .slice(0, maxTabs)
    .filter((tab) => value(tab) !== 'clear' && Number(value(tab, 'w:pos')) > 0)
    .map((tab) => ({ at: Number(value(tab, 'w:pos')) / 20, right: ['right', 'end', 'decimal'].includes(value(tab) ?? '') }));

/** Merges text styles; the first one that has a property wins. */
export const merge = (styles: readonly DocxTextStyle[]): DocxTextStyle => Object.assign({}, ...styles.toReversed());

/** Reads run properties. Sizes are in half-points. */
export function textStyleOf(properties: OfficeElement | undefined): DocxTextStyle {
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
export function background(properties: OfficeElement | undefined): Pick<DocxTextStyle, 'background'> {
  const shading = child(properties, 'w:shd');
  const color = value(shading) === 'solid' ? value(shading, 'w:color') : value(shading, 'w:fill');
  return color && color !== 'auto' ? { background: color } : {};
}

function highlight(properties: OfficeElement | undefined): Pick<DocxTextStyle, 'background'> {
  const color = highlights.get(value(child(properties, 'w:highlight')) ?? '');
  return color ? { background: color } : {};
}

function hasShading(style: OfficeElement): boolean {
  const parts = [style, ...childrenOf(style, 'w:tblStylePr')];
  return parts.some((part) => ['w:tblPr', 'w:tcPr', 'w:pPr'].some((name) => 'background' in background(child(part, name))));
}

const highlights = new Map(Object.entries(tables.highlights.colours));

/** Smaller text, in points, is unreadable. */
const minSize = 2;

/** The background where it cannot be determined: a picture, or a table style that shades some cells. */
export const unknownBackground = 'unknown';

/** Whether text of this style is visible in the printed document. */
export function isVisible({ vanish, size, color, background }: DocxTextStyle): boolean {
  if (vanish || (size !== undefined && size < minSize)) return false;
  const text = brightness(color);
  const behind = background === unknownBackground ? undefined : (brightness(background) ?? 255);
  return text === undefined || behind === undefined || Math.abs(text - behind) >= paleContrast;
}

/** 0..255; undefined for invalid colours, and for 'auto', which Word makes contrast with the background. */
function brightness(color: string | undefined): number | undefined {
  if (!color || !/^[\da-f]{6}$/i.test(color)) return undefined;
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return 0.3 * red + 0.59 * green + 0.11 * blue;
}
