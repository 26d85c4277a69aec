import type { Box, Word } from '../../../core/index.js';
import type { Block, Table, TabStop, Text } from './blocks.js';

/** Everything is set in one type of fixed width, in points: a DOCX has no places of its own until somebody prints it. */
const type = { advance: 6, line: 12, height: 10 };

/** Characters a line: of running text, and of a cell in a table of several columns. */
const wrapAt = { text: 96, cell: 44 };

/** Spaces that hold together what they part, as the groups of digits in '2 466,00': half as wide as one between words. */
const heldTogether = /[\u00A0\u2007\u2009\u202F]/g;

const columnGap = 12;
const defaultTab = 36;
const margin = 36;

/** The page that a document would make if it were one: as wide and as high as it needs. */
export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly words: readonly Word[];
  readonly hidden: readonly Word[];
}

/** Sets blocks line under line, and cells side by side with their columns aligned over all rows of a table. */
export function layOut(blocks: readonly Block[]): Layout {
  const sheet = stack(blocks, wrapAt.text * type.advance);
  const place = ({ text, x, y, width }: Placed): Word => ({ text, box: boxAt(x + margin, y + margin, width), ocr: false });
  return {
    width: Math.max(sheet.width, wrapAt.text * type.advance) + 2 * margin,
    height: sheet.height + 2 * margin,
    words: sheet.words.filter((word) => !word.hidden).map(place),
    hidden: sheet.words.filter((word) => word.hidden).map(place),
  };
}

const boxAt = (x: number, y: number, width: number): Box => ({ x, y: y + (type.line - type.height) / 2, width, height: type.height });

interface Placed {
  readonly text: string;
  readonly hidden: boolean;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** Words with places of their own, from the top left of what they fill. */
interface Fragment {
  readonly width: number;
  readonly height: number;
  readonly words: readonly Placed[];
}

function stack(blocks: readonly Block[], wrap: number): Fragment {
  const words: Placed[] = [];
  let width = 0;
  let height = 0;
  for (const block of blocks) {
    const fragment = block.kind === 'table' ? grid(block, wrap) : new Line(block.tabs, wrap).set(block.texts);
    for (const word of fragment.words) words.push({ ...word, y: word.y + height });
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

function grid(table: Table, wrap: number): Fragment {
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
  const words: Placed[] = [];
  let height = 0;
  for (const row of rows) {
    for (const { column, fragment } of row) {
      for (const word of fragment.words) words.push({ ...word, x: word.x + (starts[column] ?? 0), y: word.y + height });
    }
    height += Math.max(type.line, ...row.map(({ fragment }) => fragment.height));
  }
  return { width: starts.at(-1) ?? 0, height, words };
}

/** Where each column begins: behind the widest cell before it. Cells over several columns come last and widen their last one. */
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

/** Sets the text of one paragraph. What is hidden takes no room, as on the printed page. */
class Line {
  readonly #words: Placed[] = [];
  #x = 0;
  #y = 0;
  #width = 0;
  /** The right tab that the text being set hangs on, and its first word. */
  #hanging: { readonly stop: number; readonly first: number } | undefined;

  constructor(
    private readonly tabs: readonly TabStop[],
    private readonly wrap: number,
  ) {}

  set(texts: readonly Text[]): Fragment {
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
    if (stop?.right) this.#hanging = { stop: stop.at, first: this.#words.length };
    else this.#x = stop?.at ?? (Math.floor(this.#x / defaultTab) + 1) * defaultTab;
  }

  /** What hangs on a right tab is set to the left of it as far as there is room. */
  #alignRight(): void {
    const { stop = 0, first = this.#words.length } = this.#hanging ?? {};
    const by = Math.max(0, stop - this.#x);
    for (const [index, word] of this.#words.entries()) if (index >= first) this.#words[index] = { ...word, x: word.x + by };
    this.#x += this.#hanging ? by : 0;
    this.#width = Math.max(this.#width, this.#x);
    this.#hanging = undefined;
  }
}

const spaceIn = (text: string): number => (text.length - (text.match(heldTogether)?.length ?? 0) / 2) * type.advance;

interface Token {
  readonly text: string;
  readonly hidden: boolean;
}

/** Words and white space in order. Hidden text does not part a word, and visible text goes on over a change of looks. */
function* tokens(texts: readonly Text[]): Generator<Token> {
  let word = '';
  for (const { text, hidden } of texts) {
    for (const [token] of text.matchAll(/\n|\t|[^\S\n\t]+|\S+/g)) {
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
