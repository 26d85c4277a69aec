import { memoizeByObject } from '../../values/memoize.js';
import { type DocumentIndex, SpotIndex } from './document-index.js';

/** Whole numbers with zeros before them, as meters and lists of positions print them, or with a number sign: `00847`, `#43`. */
export const paddedNumbers = memoizeByObject(({ rows }: DocumentIndex): SpotIndex<string> => {
  const plain = { duration: false, percent: false, currency: undefined, decimals: 0 };
  const spots = rows.flatMap((row, order) =>
    row.words.flatMap(({ text }, from) =>
      /^(?:0\d{3,8}|#\d{1,9})$/.test(text)
        ? [{ ...plain, row, order, from, to: from + 1, text, readings: [String(Number(text.replace('#', '')))] }]
        : [],
    ),
  );
  return new SpotIndex(spots);
});
