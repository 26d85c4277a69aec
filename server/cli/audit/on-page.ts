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
type PrintedLine = readonly Word[];

/** A page in the two orders in which its words can be quoted. */
interface PageLayout {
  readonly lines: readonly PrintedLine[];
  /** The words in the order of the document's own text: down one column, then down the next. */
  readonly textOrder: PrintedLine;
}

const layouts = new WeakMap<Page, PageLayout>();

/** The layout of a page, computed once. Hidden words are not part of it. */
function layoutOf(page: Page): PageLayout {
  const layout = layouts.get(page) ?? { lines: linesOf(page.words), textOrder: page.words };
  layouts.set(page, layout);
  return layout;
}

/** A word joins the lowest line so far whose first word it overlaps by at least half of the smaller height. */
function linesOf(words: readonly Word[]): readonly PrintedLine[] {
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
function hasRun(line: PrintedLine, wanted: string): boolean {
  const words = line.map(({ text }) => plain(text));
  return words.some((_, from) => {
    let rest = wanted;
    for (let at = from; at < words.length && rest !== ''; at += 1) {
      const word = words[at] ?? '';
      if (!rest.startsWith(word)) return false;
      rest = rest.slice(word.length);
    }
    return rest === '';
  });
}

/** A piece begins at most this many text heights below the one before. */
const maxDropHeights = 4;
/** Evidence is a few lines long; anything longer must match the text order. */
const maxPieceWords = 120;

/** Whether the words can be covered by pieces of lines, each a little below the one before. */
function isInPieces(wanted: readonly string[], { lines }: PageLayout): boolean {
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
    return lines.flatMap((line, row) =>
      line.flatMap((word, at) => {
        if (plain(word.text) !== wanted[from] || (last && !isBelow(word, last))) return [];
        let length = 1;
        while (from + length < wanted.length && line[at + length] && plain(line[at + length]?.text ?? '') === wanted[from + length])
          length += 1;
        return [{ to: from + length, word, key: `${from + length} ${row} ${at}` }];
      }),
    );
  }
}

function isBelow(word: Word, last: Word): boolean {
  const height = Math.max(word.box.height, last.box.height);
  const down = middle(word) - middle(last);
  return down > 0.5 * height && down <= maxDropHeights * height;
}
