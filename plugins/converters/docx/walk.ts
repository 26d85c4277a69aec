import type { Block, Cell, Paragraph, Table, TabStop, Text } from './blocks.js';
import type { Numbering } from './numbering.js';
import { background, merge, type Styles, type TextStyle, textStyleOf } from './styles.js';
import { isVisible, unknownBackground } from './visible.js';
import { child, childrenOf, type Element, elements, toggle, value, within } from './xml.js';

/** What a walk through a part needs to know of the document. */
export interface Surroundings {
  readonly styles: Styles;
  readonly numbering: Numbering;
  /** Told the id of each note that the text refers to. */
  noted(kind: 'footnotes' | 'endnotes', id: string): void;
}

/** What the containers around a place say of it. */
interface Place {
  /** True inside of what is deleted or switched off. */
  readonly hidden: boolean;
  readonly background: Pick<TextStyle, 'background'>;
}

/** Containers that are not there for a reader: what they hold stands in their place. */
const transparent: readonly string[] = [
  'w:ins', 'w:moveTo', 'w:smartTag', 'w:customXml', 'w:sdt', 'w:sdtContent', 'w:hyperlink', 'w:fldSimple', 'w:bdo', 'w:dir',
  'w:ruby', 'w:rubyBase', 'mc:AlternateContent', 'mc:Choice', 'm:oMathPara', 'w:subDoc',
]; // biome-ignore format: a list
const deleted: readonly string[] = ['w:del', 'w:moveFrom'];

/** Reads the blocks of a body, a header, a note. */
export function blocksOf(container: Element | undefined, surroundings: Surroundings): readonly Block[] {
  return new Walk(surroundings).blocks(container, { hidden: false, background: {} });
}

class Walk {
  /** The fields that are open, outermost first: a field's code is not printed, its result is. They may span paragraphs. */
  readonly #fields: ('code' | 'result')[] = [];

  constructor(private readonly surroundings: Surroundings) {}

  blocks(container: Element | undefined, place: Place): readonly Block[] {
    return elements(container).flatMap((element) => {
      if (element.name === 'w:p') return this.#paragraph(element, place);
      if (element.name === 'w:tbl') return [this.#table(element, place)];
      if (transparent.includes(element.name)) return this.blocks(element, place);
      return deleted.includes(element.name) ? this.blocks(element, { ...place, hidden: true }) : [];
    });
  }

  /** A paragraph, and after it what stands in the text boxes that are anchored in it. */
  #paragraph(element: Element, place: Place): readonly Block[] {
    const { styles } = this.surroundings;
    const properties = child(element, 'w:pPr');
    const style = value(child(properties, 'w:pStyle'));
    const behind = { ...place.background, ...background(properties) };
    const boxes: Block[] = [];
    const look = merge([background(properties), styles.look(style), styles.defaults, behind]);
    const texts = [...this.#inline(element, { hidden: place.hidden, look, place, boxes })];
    const mark = texts.some((text) => !text.hidden) ? this.#mark(properties, style) : '';
    const paragraph: Paragraph = {
      kind: 'paragraph',
      ...heading(styles.nameOf(style)),
      tabs: [properties, ...styles.paragraph(style)].flatMap(tabsOf).sort((a, b) => a.at - b.at),
      texts: mark ? [{ text: `${mark} `, hidden: false }, ...texts] : texts,
    };
    return [paragraph, ...boxes];
  }

  #mark(properties: Element | undefined, style: string | undefined): string {
    const numbers = [properties, ...this.surroundings.styles.paragraph(style)].map((each) => child(each, 'w:numPr')).filter((each) => each);
    const id = numbers.map((each) => value(child(each, 'w:numId'))).find((each) => each !== undefined);
    const level = numbers.map((each) => value(child(each, 'w:ilvl'))).find((each) => each !== undefined);
    return id === undefined ? '' : this.surroundings.numbering({ id, level: Number(level ?? 0) });
  }

  *#inline(container: Element, at: Inline): Generator<Text> {
    for (const element of elements(container)) {
      if (element.name === 'w:r') yield* this.#run(element, at);
      else if (element.name === 'm:oMath') yield { text: [...within(element, 'm:t')].map(textOf).join(''), hidden: at.hidden };
      else if (transparent.includes(element.name)) yield* this.#inline(element, at);
      else if (deleted.includes(element.name)) yield* this.#inline(element, { ...at, hidden: true });
    }
  }

  *#run(element: Element, at: Inline): Generator<Text> {
    const properties = child(element, 'w:rPr');
    const look = merge([textStyleOf(properties), this.surroundings.styles.look(value(child(properties, 'w:rStyle'))), at.look]);
    const hidden = at.hidden || !isVisible(look);
    for (const part of elements(element)) {
      this.#field(part);
      const text = this.#fields.includes('code') ? '' : printed(part);
      if (text) yield { text, hidden };
      this.#refer(part);
      if (carriers.includes(part.name)) at.boxes.push(...this.#textBoxes(part, { ...at.place, hidden }));
    }
  }

  #field(part: Element): void {
    const type = part.name === 'w:fldChar' ? value(part, 'w:fldCharType') : undefined;
    if (type === 'begin') this.#fields.push('code');
    if (type === 'separate' && this.#fields.pop()) this.#fields.push('result');
    if (type === 'end') this.#fields.pop();
  }

  #refer(part: Element): void {
    const id = value(part, 'w:id');
    if (id === undefined) return;
    if (part.name === 'w:footnoteReference') this.surroundings.noted('footnotes', id);
    if (part.name === 'w:endnoteReference') this.surroundings.noted('endnotes', id);
  }

  /** A text box is there twice, as a drawing and for old readers; the second copy is the fallback and left out. */
  #textBoxes(drawing: Element, place: Place): readonly Block[] {
    if (drawing.name === 'mc:Fallback') return [];
    const filled = isFilled(drawing) ? { background: unknownBackground } : {};
    const inside = { ...place, background: { ...place.background, ...filled } };
    return elements(drawing).flatMap((element) =>
      element.name === 'w:txbxContent' ? this.blocks(element, inside) : this.#textBoxes(element, inside),
    );
  }

  #table(element: Element, place: Place): Table {
    const properties = child(element, 'w:tblPr');
    const painted = this.surroundings.styles.paints(value(child(properties, 'w:tblStyle'))) ? { background: unknownBackground } : {};
    const behind = { ...place, background: { ...place.background, ...painted, ...background(properties) } };
    return { kind: 'table', rows: found(element, 'w:tr').map((row) => this.#row(row, behind)) };
  }

  #row(row: Element, place: Place): readonly Cell[] {
    const properties = child(row, 'w:trPr');
    const gone = child(properties, 'w:del') !== undefined || toggle(child(properties, 'w:hidden')) === true;
    const before = span(child(properties, 'w:gridBefore'), 0);
    const cells = found(row, 'w:tc').map((cell) => this.#cell(cell, { ...place, hidden: place.hidden || gone }));
    return before > 0 ? [{ span: before, blocks: [] }, ...cells] : cells;
  }

  #cell(cell: Element, place: Place): Cell {
    const properties = child(cell, 'w:tcPr');
    const merged = ['w:vMerge', 'w:hMerge'].map((name) => child(properties, name));
    const continued = merged.some((merge) => merge && (value(merge) ?? 'continue') === 'continue');
    const behind = { ...place, background: { ...place.background, ...background(properties) } };
    return { span: span(child(properties, 'w:gridSpan'), 1), blocks: continued ? [] : this.blocks(cell, behind) };
  }
}

interface Inline {
  readonly hidden: boolean;
  readonly look: TextStyle;
  readonly place: Place;
  /** Takes the blocks of the text boxes that are met. */
  readonly boxes: Block[];
}

/** What may hold a text box. */
const carriers: readonly string[] = ['w:drawing', 'w:pict', 'w:object', 'mc:AlternateContent'];

function printed(part: Element): string {
  if (part.name === 'w:t' || part.name === 'w:delText') return textOf(part);
  if (part.name === 'w:tab' || part.name === 'w:ptab') return '\t';
  if (part.name === 'w:br' || part.name === 'w:cr') return '\n';
  if (part.name === 'w:noBreakHyphen') return '-';
  return part.name === 'w:sym' ? symbol(Number.parseInt(value(part, 'w:char') ?? '', 16)) : '';
}

/** Symbol fonts keep their signs in the private area, where only the font knows them. */
const symbol = (code: number): string => (code >= 0x20 && code < 0xd800 ? String.fromCodePoint(code) : code >= 0xf000 ? '•' : '');

const textOf = (element: Element): string => element.children.filter((part) => typeof part === 'string').join('');

/** Rows of a table or cells of a row, also those inside of content controls and insertions. */
const found = (container: Element, name: string): readonly Element[] =>
  elements(container).flatMap((element) => {
    if (element.name === name) return [element];
    return transparent.includes(element.name) ? found(element, name) : [];
  });

/** Word has 63 columns at most. */
const span = (element: Element | undefined, otherwise: number): number => {
  const columns = Number(value(element) ?? otherwise);
  return Number.isInteger(columns) && columns >= 0 ? Math.min(columns, 63) : otherwise;
};

const heading = (styleName: string | undefined): Pick<Paragraph, 'heading'> => {
  const level = /^(?:heading ([1-6])|title)$/i.exec(styleName ?? '');
  return level ? { heading: Number(level[1] ?? 1) } : {};
};

/** Twentieths of a point. */
const tabsOf = (properties: Element | undefined): readonly TabStop[] =>
  childrenOf(child(properties, 'w:tabs'), 'w:tab')
    .filter((tab) => value(tab) !== 'clear' && Number(value(tab, 'w:pos')) > 0)
    .map((tab) => ({ at: Number(value(tab, 'w:pos')) / 20, right: ['right', 'end', 'decimal'].includes(value(tab) ?? '') }));

function isFilled(shape: Element): boolean {
  if (shape.name === 'wps:wsp') {
    const fills = ['a:solidFill', 'a:gradFill', 'a:pattFill', 'a:blipFill'];
    return child(shape, 'wps:style') !== undefined || fills.some((fill) => child(shape, 'wps:spPr', fill) !== undefined);
  }
  return shape.name.startsWith('v:') && (value(shape, 'fillcolor') !== undefined || child(shape, 'v:fill') !== undefined);
}
