import { highlights } from '../../ooxml/tables.js';
import { drawsSymbols, themeColours, tinted } from '../../ooxml/theme.js';
import { child, childrenOf, elements, isOn, type OfficeElement, toggle, value } from '../../ooxml/xml.js';
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
  /** How wide its letters are drawn, in percent. */
  readonly scale?: number;
  /** Between its letters, in points; they lie over each other where it is negative. */
  readonly spacing?: number;
  /** Whether its font shows pictures in place of letters and digits. */
  readonly symbols?: boolean;
  /** The width in points into which its letters are pressed. */
  readonly fit?: number;
  /** How far above its line it is printed, in points; below where it is negative. */
  readonly raised?: number;
}

/** What a document's theme says. */
export interface DocxTheme {
  /** A colour as RRGGBB by the theme's name for it, 'background1', and how much of it is left beside white or black, 'FF' for all. */
  colour(name: string | undefined, tint: string | undefined, shade: string | undefined): string | undefined;
  /** The font for 'minorHAnsi'. */
  font(name: string | undefined): string | undefined;
}

/** Source: ECMA-376, part 1, 17.18.97 for the names of colours; 17.15.1.20 for the settings that map four of them. */
export function docxTheme(theme: OfficeElement | undefined, settings: OfficeElement | undefined): DocxTheme {
  const colours = themeColours(theme);
  const mapping = child(settings, 'w:clrSchemeMapping');
  return {
    colour(name = '', tint, shade) {
      const [slot, usual] = mapped[name] ?? [];
      const own = (slot && value(mapping, `w:${slot}`)) ?? usual ?? name;
      const colour = colours.get(shortNames[own] ?? own);
      const left = Number.parseInt(shade ?? tint ?? 'FF', 16) / 255;
      return colour && tinted(colour, shade === undefined ? 1 - left : left - 1);
    },
    font(name = '') {
      const kind = /^(?:major|minor)/.exec(name)?.[0];
      return kind && value(child(theme, 'a:themeElements', 'a:fontScheme', `a:${kind}Font`, 'a:latin'), 'typeface');
    },
  };
}

const mapped: Readonly<Record<string, readonly [slot: string, usual: string]>> = {
  background1: ['bg1', 'light1'],
  text1: ['t1', 'dark1'],
  background2: ['bg2', 'light2'],
  text2: ['t2', 'dark2'],
};

/** The names in a theme, where they differ. */
const shortNames: Readonly<Record<string, string>> = {
  light1: 'lt1',
  dark1: 'dk1',
  light2: 'lt2',
  dark2: 'dk2',
  hyperlink: 'hlink',
  followedHyperlink: 'folHlink',
};

/** Access to the styles of a document. */
export interface DocxStyles {
  readonly theme: DocxTheme;
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
  /** The paragraph style where a paragraph names none. */
  readonly usual: string | undefined;
  /** Whether a table style paints cells. */
  paints(id: string | undefined): boolean;
  /** The text style for a table style: of its parts, such as the last column, one that nobody sees where it has such a part. */
  tableText(id: string | undefined): DocxTextStyle;
}

/** A chain of base styles that is longer than this is a cycle. */
const maxBaseStyles = 20;

export function stylesOf(root: OfficeElement | undefined, theme: DocxTheme): DocxStyles {
  const byId = new Map(childrenOf(root, 'w:style').map((style) => [value(style, 'w:styleId'), style]));
  const chain = (id: string | undefined): readonly OfficeElement[] => {
    const found: OfficeElement[] = [];
    for (let style = byId.get(id); style && found.length < maxBaseStyles; style = byId.get(value(child(style, 'w:basedOn'))))
      found.push(style);
    return found;
  };
  // A style is looked up once, not for every paragraph and run, since it can be as large as the document.
  const paragraph = onceEach((id) => chain(id).flatMap((style) => childrenOf(style, 'w:pPr')));
  const textStyle = onceEach((id) =>
    merge(chain(id).map((style) => ({ ...background(child(style, 'w:pPr'), theme), ...textStyleOf(child(style, 'w:rPr'), theme) }))),
  );
  const paints = onceEach((id) => chain(id).some((style) => hasShading(style, theme)));
  const unseenPart = (id: string | undefined): DocxTextStyle | undefined =>
    chain(id)
      .flatMap((style) => childrenOf(style, 'w:tblStylePr'))
      .map((part) => textStyleOf(child(part, 'w:rPr'), theme))
      .find((style) => !isVisible(paints(id) ? { ...style, background: unknownBackground } : style));
  return {
    theme,
    textStyle,
    usual: value([...byId.values()].find(isUsual), 'w:styleId'),
    defaults: textStyleOf(child(root, 'w:docDefaults', 'w:rPrDefault', 'w:rPr'), theme),
    paragraph,
    tabs: onceEach((id) => paragraph(id).flatMap(tabsOf)),
    nameOf: onceEach((id) => value(child(byId.get(id), 'w:name'))),
    paints,
    tableText: onceEach((id) => unseenPart(id) ?? textStyle(id)),
  };
}

const isUsual = (style: OfficeElement): boolean => value(style, 'w:type') === 'paragraph' && isOn(style, 'w:default');

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

/** What Word 2010 and later fill letters with in place of their colour: white where they are left empty. */
function fillOf(properties: OfficeElement | undefined, theme: DocxTheme): string | undefined {
  const fill = child(properties, 'w14:textFill');
  const colour = elements(child(fill, 'w14:solidFill'))[0];
  const alpha = Number(value(child(colour, 'w14:alpha'), 'w14:val') ?? 0) / mostAlpha;
  if (child(fill, 'w14:noFill') || alpha > mostClear) return 'FFFFFF';
  const named = value(colour, 'w14:val');
  return colour?.name === 'w14:schemeClr' ? theme.colour(longNames[named ?? ''] ?? named, undefined, undefined) : named;
}

const mostAlpha = 100_000;
/** Letters of which less is left are not seen, whatever their colour. */
const mostClear = 0.9;

/** The names that fills have for colours of the theme. */
const longNames: Readonly<Record<string, string>> = { bg1: 'background1', tx1: 'text1', bg2: 'background2', tx2: 'text2' };

/** Reads run properties. Sizes are in half-points. */
export function textStyleOf(properties: OfficeElement | undefined, theme: DocxTheme): DocxTextStyle {
  const vanish = toggle(child(properties, 'w:vanish'));
  const colour = child(properties, 'w:color');
  const themed = theme.colour(value(colour, 'w:themeColor'), value(colour, 'w:themeTint'), value(colour, 'w:themeShade'));
  const color = fillOf(properties, theme) ?? themed ?? value(colour);
  const scale = Number.parseFloat(value(child(properties, 'w:w')) ?? '');
  const spacing = pointsIn(value(child(properties, 'w:spacing')));
  const fit = pointsIn(value(child(properties, 'w:fitText')));
  const raised = Number.parseFloat(value(child(properties, 'w:position')) ?? '') / 2;
  const halfPoints = Number(value(child(properties, 'w:sz')));
  return {
    ...(vanish !== undefined && { vanish }),
    ...(color !== undefined && { color }),
    ...(halfPoints > 0 && { size: halfPoints / 2 }),
    ...(scale > 0 && { scale }),
    ...(Number.isFinite(spacing) && { spacing }),
    ...(fit > 0 && { fit }),
    ...(Number.isFinite(raised) && { raised }),
    ...symbolsIn(child(properties, 'w:rFonts'), theme),
    ...highlight(properties),
    ...background(properties, theme),
  };
}

/** A length in twentieths of a point, or with its unit as the strict form writes it; NaN for none. */
const pointsIn = (length = ''): number => Number.parseFloat(length) / (length.endsWith('pt') ? 1 : 20);

function symbolsIn(fonts: OfficeElement | undefined, theme: DocxTheme): Pick<DocxTextStyle, 'symbols'> {
  const names = ['ascii', 'hAnsi'].flatMap((kind) => theme.font(value(fonts, `w:${kind}Theme`)) ?? value(fonts, `w:${kind}`) ?? []);
  return names.length > 0 ? { symbols: names.some(drawsSymbols) } : {};
}

/** The shading of a run, a paragraph, a cell or a table. */
export function background(properties: OfficeElement | undefined, theme: DocxTheme): Pick<DocxTextStyle, 'background'> {
  const shading = child(properties, 'w:shd');
  const [plain, themed, prefix] =
    value(shading) === 'solid' ? ['w:color', 'w:themeColor', 'w:theme'] : ['w:fill', 'w:themeFill', 'w:themeFill'];
  const named = theme.colour(value(shading, themed), value(shading, `${prefix}Tint`), value(shading, `${prefix}Shade`));
  const color = named ?? value(shading, plain);
  return color && color !== 'auto' ? { background: color } : {};
}

function highlight(properties: OfficeElement | undefined): Pick<DocxTextStyle, 'background'> {
  const color = highlights.get(value(child(properties, 'w:highlight')) ?? '');
  return color ? { background: color } : {};
}

function hasShading(style: OfficeElement, theme: DocxTheme): boolean {
  const parts = [style, ...childrenOf(style, 'w:tblStylePr')];
  return parts.some((part) => ['w:tblPr', 'w:tcPr', 'w:pPr'].some((name) => 'background' in background(child(part, name), theme)));
}

/** Smaller text, in points, is unreadable. */
const minSize = 2;

/** A digit is half as wide as its type is high. It needs a point to itself, and half of its own width. */
const digitShare = 0.5;
const minAdvance = 1;
const usualSize = 10;

/** Farther above or below its line, in points, text may stand outside of the page. */
const farthest = 100;

function isLegible({ size = usualSize, scale = 100, spacing = 0, fit, raised = 0 }: DocxTextStyle, text: string): boolean {
  if (Math.abs(raised) > farthest || (fit !== undefined && fit < minAdvance * text.length)) return false;
  const width = (digitShare * size * scale) / 100;
  return size >= minSize && width >= minAdvance && width + spacing >= width / 2;
}

/** The background where it cannot be determined: a picture, or a table style that shades some cells. */
export const unknownBackground = 'unknown';

/** Whether a text of this style is visible in the printed document. */
export function isVisible(style: DocxTextStyle, printed = ''): boolean {
  const { vanish, color, background, symbols } = style;
  if (vanish || symbols || !isLegible(style, printed)) return false;
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
