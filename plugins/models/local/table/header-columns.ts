import type { Box } from '../../../../core/index.js';
import { type ColumnConcept, columnIn, columnsIn, currencyCodeOf, labelsIn } from '../../../../core/text.js';
import { bottom, boxOf, letters, overlap, type PageLine, type Phrase, placed, right, wordLetters } from '../page/layout.js';

/** A table column, as its header describes it. */
export interface TableColumn {
  readonly text: string;
  /** The headers above one another in it, from the top: `Article no.` over `Description` heads two lines of each item. */
  readonly stacked: readonly string[];
  readonly box: Box;
  /** Undefined for an unknown header: the column exists, but is not read. */
  readonly concept: ColumnConcept | undefined;
  /** Set where the header is unknown but numbers stand below it. */
  readonly numeric?: true;
  /** Set for the names of the items, beside a column that describes them. */
  readonly names?: true;
}

/** The columns of some header rows. Pieces that stand above one another are one header. */
export function columnsOf(rows: readonly PageLine[]): readonly TableColumn[] {
  const merged: HeaderPiece[] = [];
  for (const line of rows)
    for (const piece of line.phrases.flatMap((phrase) => piecesOf(line, phrase))) {
      const over = merged.filter(({ box }) => overlap(box, piece.box) > 0.3);
      const [target] = over;
      if (target && over.length === 1)
        merged[merged.indexOf(target)] = {
          text: `${target.text} ${piece.text}`,
          stacked: [...target.stacked, ...piece.stacked],
          box: around(target.box, piece.box),
        };
      else if (over.length === 0) merged.push(piece);
    }
  return settled(merged.map((piece) => ({ ...piece, concept: headerConcept(piece.text) })).sort((a, b) => a.box.x - b.box.x));
}

/**
 * Keeps the first column of each concept, but all of amounts and descriptions, because sums and texts decide about these later. Without a
 * column of amounts the second of two prices becomes one.
 */
function settled(columns: readonly TableColumn[]): readonly TableColumn[] {
  const hasAmount = columns.some(({ concept }) => concept === 'line_amount');
  return columns.map((column) => {
    const { concept } = column;
    const first = columns.find((other) => other.concept === concept);
    if (first === column || concept === 'line_amount' || concept === 'line_description') return column;
    return { ...column, concept: concept === 'line_unit_price' && !hasAmount ? 'line_amount' : undefined };
  });
}

interface HeaderPiece {
  readonly text: string;
  readonly stacked: readonly string[];
  readonly box: Box;
}

/** Splits a header phrase where another header begins: `Qty: Subtotal: VAT:`. */
function piecesOf(line: PageLine, phrase: Phrase): readonly HeaderPiece[] {
  const found = columnsIn(phrase.text).map((match) => placed(phrase, 'own', match));
  const cuts = [
    ...new Set([phrase.from, ...found.slice(1).flatMap(({ from }) => (including.test(line.words[from - 1]?.text ?? '') ? [] : from))]),
  ];
  return cuts.map((from, index) => {
    const to = cuts[index + 1] ?? phrase.to;
    const words = line.words.slice(from, to);
    const text = words.map(({ text }) => text).join(' ');
    return { text, stacked: [text], box: boxOf(line, from, to) };
  });
}

/** Words before the name of a tax that belongs to the header before them: `Price incl. VAT`. */
const including =
  /^\(?(?:in[ck]l|inc|e[xk][ck]l|exc|ex|inclusief|exclusief|including|excluding|without|with|inklusive|exklusive|ohne|mit|zzgl|hors|sans|avec|sin|con|senza|escl|sem|com|bez|utan|uden|ilman|plus)\.?$/iu;

/**
 * Whether a header says that its column holds the article code in an item's first line and its description below: one above the other, or
 * `Article no. / Description`.
 */
export const isUnderCode = ({ text, stacked: [first, second] }: TableColumn): boolean =>
  first !== undefined && second !== undefined
    ? columnIn(first) === 'line_code' && columnIn(second) === 'line_description'
    : /^[^/]+\/[^/]+$/.test(text) && columnsIn(text)[0]?.name === 'line_code' && columnsIn(text)[1]?.name === 'line_description';

/** The concept of a header: the label that takes up most of it. A currency alone heads amounts, and `Service period` heads dates, no services. */
export function headerConcept(text: string): ColumnConcept | undefined {
  const longest = columnsIn(text).toSorted((a, b) => letters(b.phrase) - letters(a.phrase))[0];
  if (!longest) return currencyCodeOf(text.replace(/[()]/g, '')) ? 'line_amount' : undefined;
  if (labelsIn(text).some(({ concept, label }) => concept.endsWith('_date') && letters(label) > letters(longest.phrase))) return undefined;
  const said = wordLetters(text);
  return letters(longest.phrase) >= said * 0.4 ? longest.name : undefined;
}

function around(a: Box, b: Box): Box {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  return { x, y, width: Math.max(right(a), right(b)) - x, height: Math.max(bottom(a), bottom(b)) - y };
}
