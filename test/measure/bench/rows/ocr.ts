import { invoicePdf } from '../../../fixtures/pdf/invoice-pdf.js';
import { sample } from '../../../fixtures/sample.js';
import { interleaved, median } from '../clock.js';
import { extract } from '../post.js';
import { type BenchRow, milliseconds } from '../row.js';
import { startVouch } from '../server.js';

/** The cost of OCR: the sample as a scan in one pass, against the same words as text. */
export const ocr: BenchRow = {
  name: 'OCR',
  async measure({ rounds }) {
    const scan = await invoicePdf(sample({ layout: { scan: 'image' } }));
    const vouch = await startVouch('tiers: [local]\nwitnesses: []\n');
    try {
      const { scanned, native } = await interleaved(Math.max(3, Math.round(rounds / 6)), {
        scanned: () => extract(vouch.url, scan),
        native: () => extract(vouch.url),
      });
      const [ms, text] = [median(scanned), median(native)];
      return {
        figures: [
          { name: 'a scanned page, first look, HTTP to JSON, p50', measured: milliseconds(ms / 2) },
          { name: '… of which OCR', measured: `${(100 * (1 - text / ms)).toFixed(0)} %` },
        ],
      };
    } finally {
      await vouch.stop();
    }
  },
};
