import type { Page, Word } from '../../../core/index.js';
import { type Laid, layOut, middle, type PrintedLine } from './lines.js';

/**
 * Whether words stand on a page for all to see, character by character: along a line, along the document's own order, or, where a cell
 * wraps, in pieces each of which stands a little below the one before. White space does not count, and no word of the page is cut.
 */
export function standsOn(text: string, page: Page): boolean {
  const wanted = text.split(/\s+/).map(plain).filter(Boolean);
  if (wanted.length === 0) return false;
  const laid = layOut(page);
  return [...laid.lines, laid.reading].some((line) => runs(line, wanted.join(''))) || inPieces(wanted, laid);
}

/** Signs that only differ in how they are encoded are the same. */
const plain = (text: string): string => text.normalize('NFKC').replace(/[\s\u00ad\u200b-\u200d\u2060\ufeff]/g, '');

/** Whether neighbouring words of a line are the wanted characters, from the beginning of a word to the end of one. */
function runs(line: PrintedLine, wanted: string): boolean {
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

/** A piece begins at most this many heights of type below the one before. */
const reach = 4;
/** Words that can be in pieces; evidence is a few lines long, and what is longer is told by its own order. */
const mostWords = 120;

/** Whether the words can be covered by stretches of lines, each a little below the one before. */
function inPieces(wanted: readonly string[], { lines }: Laid): boolean {
  if (wanted.length > mostWords) return false;
  const tried = new Set<string>();
  return goesOn(0, undefined);

  function goesOn(from: number, last: Word | undefined): boolean {
    if (from === wanted.length) return true;
    return stretches(from, last).some(({ to, word, key }) => {
      if (tried.has(key)) return false;
      tried.add(key);
      return goesOn(to, word);
    });
  }

  function stretches(from: number, last: Word | undefined) {
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
  return down > 0.5 * height && down <= reach * height;
}
