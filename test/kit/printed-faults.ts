import type { Span } from '../../core/evidence/page/page-index.js';
import type { Cell, Document, Word } from '../../core/index.js';
import { boxAround } from '../../core/text.js';
import { isAmount, swappedDigits } from './plant-values.js';
import { type Random, randomOf } from './random.js';
import { canMean, isRight } from './same-value.js';
import { cellsOf, type FaultLeaf, fieldFamily, isLine, leavesOf } from './sheet.js';
import type { Subject } from './subject.js';

/** A document that prints a wrong value, or whose OCR misread it, and a reading that says what is printed: nothing on the page is against it. */
export interface Misprint {
  readonly fault: string;
  readonly target: string;
  readonly document: Document;
  readonly cells: readonly Cell[];
}

/** A printed value that can be wrong. */
interface MisprintableValue {
  readonly path: string;
  readonly kind: 'money' | 'date' | 'text';
  readonly text: string;
  readonly place: Span;
  isWrong(text: string): boolean;
}

/** The misprints of a document, one of each kind for each value; what is taken from another document is taken from one of `others`. */
export function misprintsOf(subject: Subject, others: readonly Subject[], seed: number): readonly Misprint[] {
  return printedValues(subject).flatMap((value) => {
    const random = randomOf(seed, subject.exhibit.id, value.path);
    return ways[value.kind].flatMap(({ fault, wrong }) => {
      const text = wrong(value, { random, others: others.filter((other) => other !== subject) });
      return text === undefined ? [] : [misprint(subject, value, { fault, text })];
    });
  });
}

/** All values of the header and the further fields, and the numbers of one row. */
function printedValues({ exhibit, further }: Subject): readonly MisprintableValue[] {
  const leaves = leavesOf(exhibit.sheet).filter((leaf) => isRight(exhibit, leaf) && (!isLine(leaf.path) || isFirstNumber(leaf)));
  const ofSheet = leaves.flatMap(({ path, name, mark }): readonly MisprintableValue[] => {
    const family = fieldFamily({ path, name });
    const kind = family === 'money' || family === 'line' ? 'money' : family === 'date' ? 'date' : 'text';
    if (!mark.place || mark.value === null || name === 'currency') return [];
    return [{ path, kind, text: mark.value, place: mark.place, isWrong: (text) => !canMean(exhibit, { path, name }, text) }];
  });
  const ofFurther = further.flatMap(({ path, value, quote }): readonly MisprintableValue[] => {
    if (isLine(path) && !path.includes('[0]')) return [];
    const spans = value === null ? [] : exhibit.index.find(value).flatMap((passage) => passage.spans.slice(0, 1));
    const place = spans.find(({ row }) => row.text === quote) ?? spans[0];
    return place && value !== null
      ? [{ path, kind: isLine(path) ? 'money' : 'text', text: value, place, isWrong: (text) => text !== value }]
      : [];
  });
  return [...ofSheet, ...ofFurther];
}

const isFirstNumber = ({ path }: FaultLeaf): boolean => /\[0\]\.(?:quantity|unit_price|amount)$/.test(path);

interface MisprintSources {
  readonly random: Random;
  readonly others: readonly Subject[];
}
type Way = { readonly fault: string; wrong(value: MisprintableValue, from: MisprintSources): string | undefined };

const digits: Way = {
  fault: 'digits misprinted',
  wrong: ({ text, kind, isWrong }, { random }) =>
    swappedDigits(text, random, (made) => isWrong(made) && (kind !== 'money' || isAmount(made))),
};

const yearOff = (years: number): Way => ({
  fault: years > 0 ? 'a year too late' : 'a year too early',
  wrong: ({ text, isWrong }) => {
    const moved = text.replace(/\b(?:19|20)\d\d\b/, (year) => String(Number(year) + years));
    return isWrong(moved) && moved !== text ? moved : undefined;
  },
});

const ofAnotherDocument: Way = {
  fault: 'value of another document',
  wrong: ({ path, isWrong }, { random, others }) => {
    const texts = others.flatMap((other) => printedTextAt(other, path) ?? []);
    return random.pick(texts.filter(isWrong));
  },
};

const ways: Readonly<Record<MisprintableValue['kind'], readonly Way[]>> = {
  money: [digits],
  date: [yearOff(1), yearOff(-1)],
  text: [digits, ofAnotherDocument],
};

const printedTextAt = ({ exhibit, further }: Subject, path: string): string | undefined =>
  [...cellsOf(exhibit.sheet), ...further].find((cell) => cell.path === path)?.value ?? undefined;

function misprint({ exhibit, further }: Subject, value: MisprintableValue, { fault, text }: { fault: string; text: string }): Misprint {
  const { row, from, to } = value.place;
  const printed = row.words.slice(from, to);
  const replaced = [...row.words.slice(0, from), ...wordsIn(text, printed), ...row.words.slice(to)];
  const rowText = replaced.map((word) => word.text).join(' ');
  const own = cellsOf(exhibit.sheet);
  const all = [...own, ...further.filter(({ path }) => own.every((cell) => cell.path !== path))];
  const cells = all.map((cell): Cell => {
    if (cell.path === value.path) return { ...cell, value: text, quote: cell.quote?.replace(value.text, () => text) ?? text };
    return cell.quote === row.text ? { ...cell, quote: rowText } : cell;
  });
  return { fault, target: value.path, cells, document: reprinted(exhibit.document, printed, wordsIn(text, printed)) };
}

/** The document with other words in the place of these. */
function reprinted(document: Document, printed: readonly Word[], instead: readonly Word[]): Document {
  const gone = new Set(printed);
  const pages = document.pages.map((page) => {
    const at = page.words.findIndex((word) => gone.has(word));
    if (at < 0) return page;
    const kept = page.words.filter((word) => !gone.has(word));
    return { ...page, words: [...kept.slice(0, at), ...instead, ...kept.slice(at)] };
  });
  return { ...document, pages };
}

/** The words of a text within the place of others, each as wide as its share of the letters. */
function wordsIn(text: string, place: readonly Word[]): readonly Word[] {
  const texts = text.split(/\s+/).filter((word) => word !== '');
  const [first] = place;
  if (!first) return [];
  const { x, y, width, height } = boxAround(place);
  const step = width / Math.max(texts.join(' ').length, 1);
  let at = 0;
  return texts.map((word) => {
    const box = { x: x + at * step, y, width: word.length * step, height };
    at += word.length + 1;
    return { ...first, text: word, box };
  });
}
