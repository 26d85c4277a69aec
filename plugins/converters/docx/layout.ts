import type { Box, Page, Word } from '../../../core/index.js';
import { innerSpacesIn, withNarrowGroups } from '../../ooxml/text.js';
import type { TabStop } from './styles.js';
import type { DocxBlock, DocxTable, DocxText } from './walk.js';

/** All text is laid out in one fixed-width type, in points, because a DOCX itself has no positions. */
const type = { advance: 6, line: 12, height: 10 };

/** Characters per line: in running text, and in a cell of a table with several columns. */
const wrapAt = { text: 96, cell: 44 };

const columnGap = 12;
const defaultTab = 36;
const margin = 36;

/** Lays out blocks below each other, and cells side by side, with columns aligned over all rows of a table. */
export function layOut(blocks: readonly DocxBlock[]): Pick<Page, 'width' | 'height' | 'words' | 'hidden'> {
  const page = stack(blocks, wrapAt.text * type.advance);
  const toWord = ({ text, x, y, width, covered }: LaidOutWord): Word => ({
    text,
    box: boxAt(x + margin, y + margin, width),
    ocr: false,
    ...(covered && { covered }),
  });
  return {
    width: Math.max(page.width, wrapAt.text * type.advance) + 2 * margin,
    height: page.height + 2 * margin,
    words: page.words.filter((word) => !word.hidden).map(toWord),
    hidden: page.words.filter((word) => word.hidden).map(toWord),
  };
}

const boxAt = (x: number, y: number, width: number): Box => ({ x, y: y + (type.line - type.height) / 2, width, height: type.height });

interface LaidOutWord {
  readonly text: string;
  readonly hidden: boolean;
  readonly covered?: true;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** Laid out words, with positions from the top left of the area that they fill. */
interface Fragment {
  readonly width: number;
  readonly height: number;
  readonly words: readonly LaidOutWord[];
}

function stack(blocks: readonly DocxBlock[], wrap: number): Fragment {
  const words: LaidOutWord[] = [];
  let width = 0;
  let height = 0;
  for (const block of blocks) {
    const fragment = block.kind === 'table' ? grid(block, wrap) : new ParagraphLayout(block.tabs, wrap).layOut(block.texts);
    const covered = block.kind === 'paragraph' && block.covered === true;
    for (const word of fragment.words) words.push({ ...word, y: word.y + height, ...(covered && { covered }) });
    width = Math.max(width, fragment.width);
    height += fragment.height;
  }
  return { width, height, words };
}

interface Placement {
  readonly column: number;
  readonly span: number;
  readonly fragment: Fragment;
}

function grid(table: DocxTable, wrap: number): Fragment {
  const narrow = Math.min(wrap, wrapAt.cell * type.advance);
  const rows = table.rows.map((row) => {
    let column = 0;
    return row.map((cell): Placement => {
      const placement = { column, span: Math.max(cell.span, 1), fragment: stack(cell.blocks, row.length > 1 ? narrow : wrap) };
      column += placement.span;
      return placement;
    });
  });
  const starts = columnStarts(rows.flat());
  const words: LaidOutWord[] = [];
  let height = 0;
  for (const row of rows) {
    for (const { column, fragment } of row) {
      for (const word of fragment.words) words.push({ ...word, x: word.x + (starts[column] ?? 0), y: word.y + height });
    }
    height += Math.max(type.line, ...row.map(({ fragment }) => fragment.height));
  }
  return { width: starts.at(-1) ?? 0, height, words };
}

/** Where each column starts: after the widest cell before it. Cells over several columns are placed last, and widen their last column. */
function columnStarts(cells: readonly Placement[]): readonly number[] {
  const widths: number[] = Array.from({ length: cells.reduce((most, cell) => Math.max(most, cell.column + cell.span), 0) }, () => 0);
  for (const { column, span, fragment } of [...cells].sort((a, b) => a.span - b.span)) {
    const taken = widths.slice(column, column + span).reduce((sum, width) => sum + width, 0);
    const last = column + span - 1;
    widths[last] = (widths[last] ?? 0) + Math.max(0, fragment.width + columnGap - taken);
  }
  const starts = [0];
  for (const width of widths) starts.push((starts.at(-1) ?? 0) + width);
  return starts;
}

/** Lays out the text of one paragraph. Hidden text takes no space, as on the printed page. */
class ParagraphLayout {
  readonly #words: LaidOutWord[] = [];
  #x = 0;
  #y = 0;
  #width = 0;
  /** The right tab stop that the current text is aligned to, and the index of the text's first word. */
  #alignment: { readonly stop: number; readonly first: number } | undefined;

  constructor(
    private readonly tabs: readonly TabStop[],
    private readonly wrap: number,
  ) {}

  layOut(texts: readonly DocxText[]): Fragment {
    for (const { text, hidden } of tokens(texts)) {
      if (text === '\n') this.#break();
      else if (text === '\t') this.#tab();
      else if (/^\s/.test(text)) this.#x += spaceIn(text);
      else if (hidden) this.#words.push({ text, hidden, x: this.#x, y: this.#y, width: text.length * type.advance });
      else this.#put(text);
    }
    this.#break();
    return { width: this.#width, height: this.#y, words: this.#words };
  }

  #put(text: string): void {
    const width = text.length * type.advance;
    if (this.#x > 0 && this.#x + width > this.wrap) this.#break();
    this.#words.push({ text, hidden: false, x: this.#x, y: this.#y, width });
    this.#x += width;
    this.#width = Math.max(this.#width, this.#x);
  }

  #break(): void {
    this.#alignRight();
    this.#x = 0;
    this.#y += type.line;
  }

  #tab(): void {
    this.#alignRight();
    const stop = this.tabs.find(({ at }) => at > this.#x);
    if (stop?.right) this.#alignment = { stop: stop.at, first: this.#words.length };
    else this.#x = stop?.at ?? (Math.floor(this.#x / defaultTab) + 1) * defaultTab;
  }

  /** Moves the text after a right tab so that it ends at the tab stop, where there is space. */
  #alignRight(): void {
    const { stop = 0, first = this.#words.length } = this.#alignment ?? {};
    const by = Math.max(0, stop - this.#x);
    for (const [index, word] of this.#words.slice(first).entries()) this.#words[first + index] = { ...word, x: word.x + by };
    this.#x += this.#alignment ? by : 0;
    this.#width = Math.max(this.#width, this.#x);
    this.#alignment = undefined;
  }
}

const spaceIn = (text: string): number => (text.length - innerSpacesIn(text) / 2) * type.advance;

/** Words and white space in order. Neither hidden text nor a change of style splits a visible word. */
function* tokens(texts: readonly DocxText[]): Generator<DocxText> {
  let word = '';
  for (const { text, hidden } of texts) {
    for (const [token] of withNarrowGroups(text).matchAll(/\n|\t|[^\S\n\t]+|\S+/g)) {
      const printed = /\S/.test(token);
      if (hidden && printed) yield { text: token, hidden };
      else if (!hidden && printed) word += token;
      else if (!hidden) {
        if (word) yield { text: word, hidden };
        yield { text: token, hidden };
        word = '';
      }
    }
  }
  if (word) yield { text: word, hidden: false };
}
