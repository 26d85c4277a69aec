import type { Box } from '../../contracts/document.js';
import { nameParts } from '../labels/concepts/name-words.js';
import { columnsIn } from '../labels/labels.js';
import { type Phrase, placed } from './lines.js';
import { boxOf, textOf } from './page-index.js';

/** The header of a column. */
export interface HeaderPiece {
  readonly text: string;
  readonly box: Box;
}

/** Splits a phrase of a header row where another header begins: `Qty: Subtotal: VAT:`, `Number Description`. */
export function headerPieces(phrase: Phrase): readonly HeaderPiece[] {
  const { row, order } = phrase;
  const found = columnsIn(phrase.text).map((match) => placed(phrase, 'own', match).from);
  const begins = found.filter((from, at) => (at > 0 ? !including.test(row.words[from - 1]?.text ?? '') : isNumbering(phrase, from)));
  const cuts = [...new Set([phrase.from, ...begins])];
  return cuts.map((from, at) => {
    const piece = { row, order, from, to: cuts[at + 1] ?? phrase.to };
    return { text: textOf(piece), box: boxOf(piece) };
  });
}

/** Whether the words before the first known header only say that numbers stand below: they head a column of codes. */
function isNumbering({ row, order, from }: Phrase, to: number): boolean {
  const { atoms, rest } = nameParts(textOf({ row, order, from, to }));
  return rest.length === 0 && atoms.size === 1 && atoms.has('number');
}

/** Words before the name of a tax that belongs to the header before them: `Price incl. VAT`. */
const including =
  /^\(?(?:in[ck]l|inc|e[xk][ck]l|exc|ex|inclusief|exclusief|including|excluding|without|with|inklusive|exklusive|ohne|mit|zzgl|hors|sans|avec|sin|con|senza|escl|sem|com|bez|utan|uden|ilman|plus)\.?$/iu;
