import { setTimeout } from 'node:timers/promises';
import { invoicePdf } from '../../../fixtures/pdf/invoice-pdf.js';
import { sample } from '../../../fixtures/sample.js';
import { docxOf, pagesOf } from '../documents.js';
import { extract } from '../post.js';
import { familyOf, proportionalMb } from '../process.js';
import { atMost, type BenchRow } from '../row.js';
import { type ServerProcess, startVouch } from '../server.js';

/** Children without work end a minute after the last file. */
const restMs = 66_000;

/** Memory that long documents and scans leave behind once nothing is left to do; shared pages count once. */
export const rest: BenchRow = {
  name: 'rest',
  async measure() {
    const vouch = await startVouch();
    try {
      await extract(vouch.url);
      await setTimeout(4_000);
      const before = memoryOf(vouch);
      const scan = await invoicePdf(sample({ layout: { scan: 'image' } }));
      await Promise.all([pagesOf(100), pagesOf(100, 1), await docxOf(2_000), scan].map((bytes) => extract(vouch.url, bytes)));
      const most = memoryOf(vouch);
      await setTimeout(restMs);
      const left = memoryOf(vouch) - before;
      return {
        figures: [
          {
            name: `memory a minute after long documents and a scan, above the ${before.toFixed(0)} MB before (${most.toFixed(0)} MB at work)`,
            measured: `${left.toFixed(0)} MB`,
            aim: atMost(left, 50, 'at most 50 MB'),
          },
        ],
      };
    } finally {
      await vouch.stop();
    }
  },
};

const memoryOf = ({ pid }: ServerProcess): number => familyOf(pid).reduce((sum, member) => sum + proportionalMb(member), 0);
