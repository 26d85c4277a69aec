import type { Cell } from '../../../core/index.js';
import { drawDesign } from '../../fixtures/pdf/design.js';
import { printPdf } from '../../fixtures/pdf/invoice-pdf.js';
import { letter } from '../../fixtures/pdf/letter.js';
import { sample } from '../../fixtures/sample.js';

/** What a perfect model answers for the sample: a cell for each value that its pages state, quoted by its row. */
export async function perfectReading(): Promise<readonly Cell[]> {
  const { rows } = await printPdf(sample(), (invoice, canvas) => drawDesign(letter, invoice, canvas));
  return rows.flatMap(({ page, texts }) => {
    const quote = texts.map(({ text }) => text).join(' ');
    return texts.flatMap(({ states = {} }) =>
      Object.entries(states).map(
        ([leaf, value]): Cell => ({ path: `$.${leaf}`, value, page, quote, confidence: 'certain', reason: 'exact' }),
      ),
    );
  });
}
