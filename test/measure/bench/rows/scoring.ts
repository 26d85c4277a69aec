import { interleaved, median } from '../clock.js';
import { linesOf, rowsOf, totalOf } from '../documents.js';
import { extract, sample, score } from '../post.js';
import { atMost, type BenchRow, milliseconds } from '../row.js';
import { startVouch } from '../server.js';

/** What somebody else has read, scored: beside an extraction of the same document, and 10,000 values of one. */
export const scoring: BenchRow = {
  name: 'scoring',
  async measure({ rounds }) {
    const vouch = await startVouch();
    try {
      const values = { invoice_number: 'BW-2026-0147', issue_date: '2026-03-12', due_date: '2026-04-11', total: 12231.98 };
      const { ours, theirs } = await interleaved(rounds, {
        ours: () => score(vouch.url, sample, values),
        theirs: () => extract(vouch.url),
      });
      const weighed = async (names: ColumnNames): Promise<number> => {
        const taken: number[] = [];
        for (let edition = 0; edition < Math.max(3, Math.round(rounds / 8)); edition += 1) {
          const times = await score(vouch.url, rowsOf(manyRows, edition), dataOf(edition, names));
          taken.push((times['weigh'] ?? Number.NaN) + (times['witnesses'] ?? Number.NaN));
        }
        return median(taken);
      };
      const [known, unknown] = [await weighed(['description', 'quantity', 'unit_price', 'amount']), await weighed(['a', 'b', 'c', 'd'])];
      return {
        figures: [
          { name: 'four values of 2 pages, HTTP to JSON, p50', measured: milliseconds(median(ours)) },
          { name: '… against an extraction by the local reader', measured: `${(median(ours) / median(theirs)).toFixed(2)} ×` },
          {
            name: `${4 * manyRows + 3} values, read and weighed, without the conversion`,
            measured: milliseconds(known),
            aim: atMost(known, 1_000, 'at most 1 s'),
          },
          { name: '… under names that no header has', measured: `${(unknown / known).toFixed(2)} ×` },
        ],
      };
    } finally {
      await vouch.stop();
    }
  },
};

/** Of four values each. */
const manyRows = 2_500;

type ColumnNames = readonly [text: string, quantity: string, price: string, amount: string];

function dataOf(edition: number, [text, quantity, price, amount]: ColumnNames): object {
  const lines = linesOf(manyRows, edition);
  const rows = lines.map((line) => ({
    [text]: line.text,
    [quantity]: line.quantity,
    [price]: line.price / 100,
    [amount]: line.amount / 100,
  }));
  return { invoice_number: 'BW-77', issue_date: '2026-03-12', total: totalOf(lines) / 100, line_items: rows };
}
