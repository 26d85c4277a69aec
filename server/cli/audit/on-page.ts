import type { Page, Word } from '../../../core/index.js';

/**
 * Whether a text is visibly printed on a page, character by character: along a line, in the document's text order, or, where a cell wraps, in
 * pieces that each begin a little below the one before. White space is ignored, and a match never ends inside a word.
 */
export function isOnPage(text: string, page: Page): boolean {
  const wanted = text.split(/\s+/).map(plain).filter(Boolean);
  if (wanted.length === 0) return false;
  const layout = layoutOf(page);
  return [...layout.lines, layout.textOrder].some((line) => hasRun(line, wanted.join(''))) || isInPieces(wanted, layout);
}

/** Words side by side, from left to right. */
interface PrintedLine {
  readonly words: readonly PlainWord[];
  /** All of them without white space, and the places in it where one begins or the last ends. */
  readonly text: string;
  readonly bounds: ReadonlySet<number>;
}

interface PlainWord {
  readonly text: string;
  readonly word: Word;
}

/** A page in the two orders in which its words can be quoted. */
interface PageLayout {
  readonly lines: readonly PrintedLine[];
  /** The words in the order of the document's own text: down one column, then down the next. */
  readonly textOrder: PrintedLine;
  /** Where in the lines a text stands as a word. */
  readonly places: ReadonlyMap<string, readonly WordPlace[]>;
}

interface WordPlace {
  readonly row: number;
  readonly at: number;
  readonly word: Word;
}

const layouts = new WeakMap<Page, PageLayout>();

/** The layout of a page, computed once. Hidden words are not part of it. */
function layoutOf(page: Page): PageLayout {
  const known = layouts.get(page);
  if (known) return known;
  const lines = linesOf(page.words).map(printedLine);
  const places = Map.groupBy(
    lines.flatMap(({ words }, row) => words.map(({ text, word }, at) => ({ text, row, at, word }))),
    ({ text }) => text,
  );
  const layout = { lines, textOrder: printedLine(page.words), places };
  layouts.set(page, layout);
  return layout;
}

function printedLine(line: readonly Word[]): PrintedLine {
  const words = line.map((word) => ({ text: plain(word.text), word }));
  const bounds = new Set([0]);
  let length = 0;
  for (const { text } of words) {
    length += text.length;
    bounds.add(length);
  }
  return { words, text: words.map(({ text }) => text).join(''), bounds };
}

/** A word joins the lowest line so far whose first word it overlaps by at least half of the smaller height. */
function linesOf(words: readonly Word[]): readonly (readonly Word[])[] {
  const lines: Word[][] = [];
  for (const word of words.toSorted((a, b) => middle(a) - middle(b))) {
    const line = lines.slice(-8).findLast(([first]) => first !== undefined && overlap(first, word) >= 0.5);
    if (line) line.push(word);
    else lines.push([word]);
  }
  return lines.map((line) => line.toSorted((a, b) => a.box.x - b.box.x));
}

const middle = ({ box }: Word): number => box.y + box.height / 2;

/** The common height of two words as a share of the smaller height; negative where there is a gap between them. */
function overlap({ box: a }: Word, { box: b }: Word): number {
  const shared = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return shared / Math.max(Math.min(a.height, b.height), 0.1);
}

/** Removes differences that are only a matter of encoding. */
const plain = (text: string): string => text.normalize('NFKC').replace(/[\s\u00ad\u200b-\u200d\u2060\ufeff]/g, '');

/** Whether neighbouring whole words of a line spell the wanted characters. */
function hasRun({ text, bounds }: PrintedLine, wanted: string): boolean {
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1))
    if (bounds.has(at) && bounds.has(at + wanted.length)) return true;
  return false;
}

/** A piece begins at most this many text heights below the one before. */
const maxDropHeights = 4;
/** Evidence is a few lines long; anything longer must match the text order. */
const maxPieceWords = 120;

/** Whether the words can be covered by pieces of lines, each a little below the one before. */
function isInPieces(wanted: readonly string[], { lines, places }: PageLayout): boolean {
  if (wanted.length > maxPieceWords) return false;
  const tried = new Set<string>();
  return continues(0, undefined);

  function continues(from: number, last: Word | undefined): boolean {
    if (from === wanted.length) return true;
    return piecesFrom(from, last).some(({ to, word, key }) => {
      if (tried.has(key)) return false;
      tried.add(key);
      return continues(to, word);
    });
  }

  function piecesFrom(from: number, last: Word | undefined) {
    return (places.get(wanted[from] ?? '') ?? []).flatMap(({ row, at, word }) => {
      if (last && !isBelow(word, last)) return [];
      const line = lines[row]?.words ?? [];
      let length = 1;
      while (from + length < wanted.length && line[at + length]?.text === wanted[from + length]) length += 1;
      return [{ to: from + length, word, key: `${from + length} ${row} ${at}` }];
    });
  }
}

function isBelow(word: Word, last: Word): boolean {
  const height = Math.max(word.box.height, last.box.height);
  const down = middle(word) - middle(last);
  return down > 0.5 * height && down <= maxDropHeights * height;
}
