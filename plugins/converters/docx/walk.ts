import { child, elements, type OfficeElement, toggle, value, within } from '../../ooxml/xml.js';
import { type DrawnPlace, drawnIn, isFilled, type Paper } from './covers.js';
import type { Numbering } from './numbering.js';
import {
  background,
  type DocxStyles,
  type DocxTextStyle,
  isVisible,
  merge,
  type TabStop,
  tabsOf,
  textStyleOf,
  unknownBackground,
} from './styles.js';

/** A run of text as printed; '\t' is a tab, '\n' a line break. */
export interface DocxText {
  readonly text: string;
  readonly hidden: boolean;
}

export interface DocxParagraph {
  readonly kind: 'paragraph';
  /** 1..6 for a heading. */
  readonly heading?: number;
  readonly tabs: readonly TabStop[];
  readonly texts: readonly DocxText[];
  /** How high it is, and where its text begins and ends, in points from the left margin. These are guesses. */
  readonly extent: { readonly height: number; readonly left: number; readonly right: number };
  /** What is anchored in it and does not stand in its line. */
  readonly drawn: readonly DrawnPlace[];
  /** Set where such a thing may lie over it. */
  readonly covered?: true;
  /** The text box that it stands in. */
  readonly box?: TextBox;
}

/** A text box, which stands in its line where it is placed nowhere else. */
export interface TextBox {
  readonly place?: DrawnPlace;
}

export interface DocxCell {
  /** The number of columns of the table's grid. */
  readonly span: number;
  readonly blocks: readonly DocxBlock[];
}

export interface DocxTable {
  readonly kind: 'table';
  readonly rows: readonly (readonly DocxCell[])[];
  /** The text box that it stands in. */
  readonly box?: TextBox;
}

/** A block of a document without its formatting: visible and hidden text in order. */
export type DocxBlock = DocxParagraph | DocxTable;

export const visibleText = (paragraph: DocxParagraph): string =>
  paragraph.texts
    .filter((text) => !text.hidden)
    .map((text) => text.text)
    .join('');

/** What a walk through a part needs from the document. */
export interface WalkContext {
  readonly styles: DocxStyles;
  readonly numbering: Numbering;
  readonly paper: Paper;
  /** Called with the id of each note that the text refers to. */
  onNote(kind: 'footnotes' | 'endnotes', id: string): void;
  /** Called with each visible text that is struck out. */
  onStruck(text: string): void;
}

/** What an element inherits from the containers around it. */
interface InheritedContext {
  /** True inside deleted or hidden content. */
  readonly hidden: boolean;
  readonly background: Pick<DocxTextStyle, 'background'>;
  /** The style of the text of the table around it. */
  readonly tableText: DocxTextStyle;
  /** The text box around it. */
  readonly box?: TextBox;
}

/** Containers without an effect on the text; their content is read in their place. */
const transparent: readonly string[] = [
  'w:ins', 'w:moveTo', 'w:smartTag', 'w:customXml', 'w:sdt', 'w:sdtContent', 'w:hyperlink', 'w:fldSimple', 'w:bdo', 'w:dir',
  'w:ruby', 'w:rubyBase', 'mc:AlternateContent', 'mc:Choice', 'm:oMathPara', 'w:subDoc',
]; // biome-ignore format: a list
const deleted: readonly string[] = ['w:del', 'w:moveFrom'];

/** Reads the blocks of a body, a header, a note. */
export function blocksOf(container: OfficeElement | undefined, context: WalkContext): readonly DocxBlock[] {
  return new Walk(context).blocks(container, { hidden: false, background: {}, tableText: {} });
}

class Walk {
  /** The open fields, outermost first. A field's code is not printed, but its result is. Fields may span paragraphs. */
  readonly #fields: ('code' | 'result')[] = [];

  constructor(private readonly context: WalkContext) {}

  blocks(container: OfficeElement | undefined, inherited: InheritedContext): readonly DocxBlock[] {
    return elements(container).flatMap((element) => {
      if (element.name === 'w:p') return this.#paragraph(element, inherited);
      if (element.name === 'w:tbl') return [this.#table(element, inherited)];
      if (transparent.includes(element.name)) return this.blocks(element, inherited);
      return deleted.includes(element.name) ? this.blocks(element, { ...inherited, hidden: true }) : [];
    });
  }

  /** A paragraph, followed by the content of the text boxes that are anchored in it. */
  #paragraph(element: OfficeElement, inherited: InheritedContext): readonly DocxBlock[] {
    const { styles } = this.context;
    const properties = child(element, 'w:pPr');
    const style = value(child(properties, 'w:pStyle')) ?? styles.usual;
    const behind = { ...inherited.background, ...background(properties, this.context.styles.theme) };
    const boxes: DocxBlock[] = [];
    const drawn: DrawnPlace[] = [];
    const textStyle = merge([
      background(properties, this.context.styles.theme),
      styles.textStyle(style),
      inherited.tableText,
      styles.defaults,
      behind,
    ]);
    const all = [properties, ...styles.paragraph(style)];
    const hidden = inherited.hidden || isAway(all);
    const texts = [...this.#inline(element, { hidden, textStyle, inherited, boxes, drawn })];
    const mark = texts.some((text) => !text.hidden) ? this.#mark(properties, style) : '';
    const paragraph: DocxParagraph = {
      kind: 'paragraph',
      ...heading(styles.nameOf(style)),
      tabs: [...tabsOf(properties), ...styles.tabs(style)].sort((a, b) => a.at - b.at),
      texts: mark ? [{ text: `${mark} `, hidden: false }, ...texts] : texts,
      extent: extentOf(texts, textStyle.size, all, this.context.paper),
      drawn,
      ...(inherited.box && { box: inherited.box }),
    };
    return [paragraph, ...boxes];
  }

  #mark(properties: OfficeElement | undefined, style: string | undefined): string {
    const numbers = [properties, ...this.context.styles.paragraph(style)].map((each) => child(each, 'w:numPr')).filter((each) => each);
    const id = numbers.map((each) => value(child(each, 'w:numId'))).find((each) => each !== undefined);
    const level = numbers.map((each) => value(child(each, 'w:ilvl'))).find((each) => each !== undefined);
    return id === undefined ? '' : this.context.numbering({ id, level: Number(level ?? 0) });
  }

  *#inline(container: OfficeElement, inline: InlineContext): Generator<DocxText> {
    for (const element of elements(container)) {
      if (element.name === 'w:r') yield* this.#run(element, inline);
      else if (element.name === 'm:oMath') yield { text: [...within(element, 'm:t')].map(textOf).join(''), hidden: inline.hidden };
      else if (isTurned(element)) yield* this.#inline(element, { ...inline, hidden: true });
      else if (transparent.includes(element.name)) yield* this.#inline(element, inline);
      else if (deleted.includes(element.name)) yield* this.#inline(element, { ...inline, hidden: true });
    }
  }

  *#run(element: OfficeElement, inline: InlineContext): Generator<DocxText> {
    const properties = child(element, 'w:rPr');
    const textStyle = merge([
      textStyleOf(properties, this.context.styles.theme),
      this.context.styles.textStyle(value(child(properties, 'w:rStyle'))),
      inline.textStyle,
    ]);
    for (const part of elements(element)) {
      this.#field(part);
      const text = this.#fields.includes('code') ? '' : printed(part);
      const hidden = inline.hidden || !isVisible(textStyle, text);
      if (text) yield { text, hidden };
      if (text.trim() && !hidden && isStruck(properties)) this.context.onStruck(text.trim());
      this.#refer(part);
      if (!textBoxContainers.includes(part.name)) continue;
      // The colour and the size of type are nothing to what is drawn.
      const drawn = textStyle.vanish ? [] : drawnIn(part, this.context.paper);
      inline.drawn.push(...drawn);
      const [place] = drawn;
      inline.boxes.push(...this.#textBoxes(part, { ...inline.inherited, hidden, box: place ? { place } : {} }));
    }
  }

  #field(part: OfficeElement): void {
    const type = part.name === 'w:fldChar' ? value(part, 'w:fldCharType') : undefined;
    if (type === 'begin') this.#fields.push('code');
    if (type === 'separate' && this.#fields.pop()) this.#fields.push('result');
    if (type === 'end') this.#fields.pop();
  }

  #refer(part: OfficeElement): void {
    const id = value(part, 'w:id');
    if (id === undefined) return;
    if (part.name === 'w:footnoteReference') this.context.onNote('footnotes', id);
    if (part.name === 'w:endnoteReference') this.context.onNote('endnotes', id);
  }

  /** A text box is stored twice: as a drawing, and as a fallback for old versions of Word. The fallback is left out. */
  #textBoxes(drawing: OfficeElement, inherited: InheritedContext): readonly DocxBlock[] {
    if (drawing.name === 'mc:Fallback') return [];
    const filled = isFilled(drawing) ? { background: unknownBackground } : {};
    const hidden = inherited.hidden || isBoxAway(drawing);
    const inside = { ...inherited, hidden, background: { ...inherited.background, ...filled } };
    return elements(drawing).flatMap((element) =>
      element.name === 'w:txbxContent' ? this.blocks(element, inside) : this.#textBoxes(element, inside),
    );
  }

  #table(element: OfficeElement, inherited: InheritedContext): DocxTable {
    const properties = child(element, 'w:tblPr');
    const { styles } = this.context;
    const style = value(child(properties, 'w:tblStyle'));
    const painted = styles.paints(style) ? { background: unknownBackground } : {};
    const behind = {
      ...inherited,
      background: { ...inherited.background, ...painted, ...background(properties, styles.theme) },
      tableText: styles.tableText(style),
    };
    const rows = descend(element, 'w:tr').map((row) => this.#row(row, behind));
    return { kind: 'table', rows, ...(inherited.box && { box: inherited.box }) };
  }

  #row(row: OfficeElement, inherited: InheritedContext): readonly DocxCell[] {
    const properties = child(row, 'w:trPr');
    const gone = child(properties, 'w:del') !== undefined || toggle(child(properties, 'w:hidden')) === true || isFlatRow(properties);
    const before = span(child(properties, 'w:gridBefore'), 0);
    const cells = descend(row, 'w:tc').map((cell) => this.#cell(cell, { ...inherited, hidden: inherited.hidden || gone }));
    return withinColumns(before > 0 ? [{ span: before, blocks: [] }, ...cells] : cells);
  }

  #cell(cell: OfficeElement, inherited: InheritedContext): DocxCell {
    const properties = child(cell, 'w:tcPr');
    const merged = ['w:vMerge', 'w:hMerge'].map((name) => child(properties, name));
    const continued = merged.some((merge) => merge && (value(merge) ?? 'continue') === 'continue');
    const behind = {
      ...inherited,
      hidden: inherited.hidden || child(properties, 'w:cellDel') !== undefined,
      background: { ...inherited.background, ...background(properties, this.context.styles.theme) },
    };
    return { span: span(child(properties, 'w:gridSpan'), 1), blocks: continued ? [] : this.blocks(cell, behind) };
  }
}

interface InlineContext {
  readonly hidden: boolean;
  readonly textStyle: DocxTextStyle;
  readonly inherited: InheritedContext;
  readonly boxes: DocxBlock[];
  readonly drawn: DrawnPlace[];
}

/** Shows its characters in another order than it has them. */
const isTurned = (element: OfficeElement): boolean => element.name === 'w:bdo' && value(element) === 'rtl';

const textBoxContainers: readonly string[] = ['w:drawing', 'w:pict', 'w:object', 'mc:AlternateContent'];

function printed(part: OfficeElement): string {
  if (part.name === 'w:t' || part.name === 'w:delText') return textOf(part);
  if (part.name === 'w:tab' || part.name === 'w:ptab') return '\t';
  if (part.name === 'w:br' || part.name === 'w:cr') return '\n';
  if (part.name === 'w:noBreakHyphen') return '-';
  return part.name === 'w:sym' ? symbol(Number.parseInt(value(part, 'w:char') ?? '', 16)) : '';
}

/** Symbol fonts use the private use area, whose characters are known only to the font. */
const symbol = (code: number): string => (code >= 0x20 && code < 0xd800 ? String.fromCodePoint(code) : code >= 0xf000 ? '•' : '');

const textOf = (element: OfficeElement): string => element.children.filter((part) => typeof part === 'string').join('');

/** The rows of a table or the cells of a row, including those inside content controls and insertions. */
const descend = (container: OfficeElement, name: string): readonly OfficeElement[] =>
  elements(container).flatMap((element) => {
    if (element.name === name) return [element];
    return transparent.includes(element.name) ? descend(element, name) : [];
  });

/** The most columns of a table in Word. */
const maxColumns = 63;

const span = (element: OfficeElement | undefined, otherwise: number): number => {
  const columns = Number(value(element) ?? otherwise);
  return Number.isInteger(columns) && columns >= 0 ? Math.min(columns, maxColumns) : otherwise;
};

/** The cells of a row, none of which spans columns beyond those that a table can have. */
function withinColumns(cells: readonly DocxCell[]): readonly DocxCell[] {
  let left = maxColumns;
  return cells.map((cell) => {
    const columns = Math.min(cell.span, Math.max(left, 1));
    left -= columns;
    return columns === cell.span ? cell : { ...cell, span: columns };
  });
}

const heading = (styleName: string | undefined): Pick<DocxParagraph, 'heading'> => {
  const level = /^(?:heading ([1-6])|title)$/i.exec(styleName ?? '');
  return level ? { heading: Number(level[1] ?? 1) } : {};
};

const isStruck = (properties: OfficeElement | undefined): boolean =>
  ['w:strike', 'w:dstrike'].some((name) => toggle(child(properties, name)) === true);

/** In twentieths of a point: lines and rows that are lower show nothing that can be read, as in a PDF. */
const leastHeight = 40;

/** The same: text that begins or ends farther from the margin is outside of every usual page, which is 11,906 or 12,240 wide. */
const widest = 14_400;

/** Whether a paragraph stands where nobody sees it, by its own properties or those of its styles, nearest first. */
function isAway(properties: readonly (OfficeElement | undefined)[]): boolean {
  const of = (name: string): OfficeElement | undefined => properties.map((each) => child(each, name)).find((each) => each);
  const [spacing, frame, indent] = ['w:spacing', 'w:framePr', 'w:ind'].map(of);
  const isFlat = value(spacing, 'w:lineRule') === 'exact' && twips(spacing, 'w:line') < leastHeight;
  const sides = ['w:left', 'w:start', 'w:right', 'w:end'].map((side) => Math.abs(twips(indent, side)));
  return isFlat || isFrameAway(frame) || sides.some((side) => side > widest);
}

/** The usual height of type, the part of it that a letter takes, and that a line takes. */
const usualType = { size: 11, letter: 0.5, line: 1.2 };

/** How much room a paragraph takes by its own properties or those of its styles, nearest first. */
function extentOf(
  texts: readonly DocxText[],
  size = usualType.size,
  properties: readonly (OfficeElement | undefined)[],
  { width, margins }: Paper,
): DocxParagraph['extent'] {
  const of = (name: string, side: string): number =>
    properties.map((each) => twips(child(each, name), side) / 20).find((at) => at >= 0) ?? 0;
  const text = texts.map((each) => (each.hidden ? '' : each.text)).join('');
  const advance = size * usualType.letter;
  const room = width - margins.left - margins.right;
  const lines = text.split('\n').map((line) => Math.max(1, Math.ceil((line.length * advance) / room)));
  const rule = properties.map((each) => value(child(each, 'w:spacing'), 'w:lineRule')).find((each) => each !== undefined) ?? 'auto';
  const spaced = of('w:spacing', 'w:line');
  const line = rule === 'auto' ? size * usualType.line * (spaced === 0 ? 1 : spaced / 12) : Math.max(spaced, rule === 'exact' ? 0 : size);
  const isPlain =
    !text.includes('\t') && properties.every((each) => ['left', 'start', 'both', undefined].includes(value(child(each, 'w:jc'))));
  const left = of('w:ind', 'w:left');
  return {
    height: of('w:spacing', 'w:before') + lines.reduce((sum, one) => sum + one, 0) * line + of('w:spacing', 'w:after'),
    left: isPlain ? left : 0,
    right: isPlain ? left + Math.max(...text.split('\n').map(({ length }) => length)) * advance : room,
  };
}

function isFrameAway(frame: OfficeElement | undefined): boolean {
  const [x, y, width, height] = ['w:x', 'w:y', 'w:w', 'w:h'].map((name) => Math.trunc(twips(frame, name, 0)));
  return frame !== undefined && (isBeyond(x, width) || isBeyond(y, height));
}

/** Whether a text box is hidden, too small for text, or outside of the page. Its lengths are in 12,700ths of a point. */
function isBoxAway(drawing: OfficeElement): boolean {
  if (drawing.name.startsWith('v:')) return /visibility:\s*hidden|display:\s*none/i.test(value(drawing, 'style') ?? '');
  if (drawing.name !== 'wp:anchor' && drawing.name !== 'wp:inline') return false;
  const twentieths = (element: OfficeElement | undefined, name: string): number => Number(value(element, name) ?? Number.NaN) / 635;
  const extents = ['cx', 'cy'].map((side) => twentieths(child(drawing, 'wp:extent'), side));
  const offsets = ['wp:positionH', 'wp:positionV'].map((side) => Number(child(drawing, side, 'wp:posOffset')?.children[0] ?? 0) / 635);
  const isHidden = ['1', 'true', 'on'].includes(value(child(drawing, 'wp:docPr'), 'hidden') ?? '');
  return isHidden || extents.some((extent) => extent < leastHeight) || offsets.some((offset, side) => isBeyond(offset, extents[side]));
}

/** Whether what begins here, so wide or high, in twentieths of a point, lies outside of every usual page. */
const isBeyond = (at = 0, size = 0): boolean => at > 2 * widest || (at < 0 && at + Math.max(size, leastHeight) < -widest / 10);

/** Whether a row is too low for text. */
function isFlatRow(properties: OfficeElement | undefined): boolean {
  const height = child(properties, 'w:trHeight');
  return value(height, 'w:hRule') === 'exact' && twips(height, 'w:val') < leastHeight;
}

/** A length in twentieths of a point, or with its unit as the strict form writes it. */
function twips(element: OfficeElement | undefined, name: string, otherwise = Number.NaN): number {
  const length = value(element, name);
  const number = Number.parseFloat(length ?? '');
  return Number.isNaN(number) ? otherwise : number * (length?.endsWith('pt') ? 20 : 1);
}
