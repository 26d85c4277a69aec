import { median, timed } from '../clock.js';
import { docxOf, pagesOf, rowsOf } from '../documents.js';
import { extract } from '../post.js';
import { atMost, type BenchFigure, type BenchRow, type Curve } from '../row.js';
import { type ServerProcess, startVouch } from '../server.js';

/** How time grows with pages and rows; it should be linear. */
export const growth: BenchRow = {
  name: 'growth',
  async measure({ rounds }) {
    const vouch = await startVouch();
    try {
      await extract(vouch.url);
      const times = Math.max(3, Math.round(rounds / 8));
      const pages = await curve(vouch, { name: 'pages', sizes: [1, 2, 5, 10, 20, 50, 100], document: pagesOf, times });
      const rows = await curve(vouch, { name: 'rows', sizes: [10, 50, 100, 500, 1_000, 2_000, 5_000], document: rowsOf, times });
      const docx = await curve(vouch, { name: 'rows of a DOCX', sizes: [10, 50, 100, 500, 1_000, 2_000], document: docxOf, times });
      return { figures: [linear(pages, 10), linear(rows, 100), linear(docx, 100)], curves: [pages, rows, docx] };
    } finally {
      await vouch.stop();
    }
  },
};

interface GrowthKind {
  readonly name: string;
  readonly sizes: readonly number[];
  readonly times: number;
  document(size: number, edition: number): Uint8Array | Promise<Uint8Array>;
}

async function curve({ url }: ServerProcess, { name, sizes, document, times }: GrowthKind): Promise<Curve> {
  const points: (readonly [number, number])[] = [];
  for (const size of sizes) {
    const taken: number[] = [];
    for (let edition = 0; edition < times; edition += 1) {
      const bytes = await document(size, edition);
      taken.push(await timed(() => extract(url, bytes)));
    }
    points.push([size, median(taken)]);
  }
  return { name, points };
}

/** Compares the most expensive page or row with the one at the size from which growth should be linear. */
function linear({ name, points }: Curve, from: number): BenchFigure {
  const each = points.filter(([size]) => size >= from).map(([size, ms]) => ms / size);
  const [first = Number.NaN] = each;
  const most = Math.max(...each) / first;
  const shown = points.map(([size, ms]) => `${size}: ${ms.toFixed(0)}`).join(', ');
  return {
    name: `time by ${name}, ms: ${shown}`,
    measured: `${most.toFixed(2)} × that at ${from}`,
    aim: atMost(most, 1.5, 'at most 1.5 ×'),
  };
}
