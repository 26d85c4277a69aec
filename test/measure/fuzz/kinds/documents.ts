import { key } from '../../bench/server.js';
import { judged, posted } from '../answered.js';
import { mutations } from '../documents/mutations.js';
import { drawn, type FuzzKind } from '../kind.js';
import { openTarget } from '../target.js';

const schema = JSON.stringify({
  type: 'object',
  required: ['total'],
  properties: {
    total: { type: 'number' },
    invoice_number: { type: 'string' },
    due_date: { type: 'string', format: 'date' },
    line_items: { type: 'array', items: { type: 'object', properties: { description: { type: 'string' }, amount: { type: 'number' } } } },
  },
});

/** Mutated PDFs and DOCX posted to the shipped pipeline without OCR: each must be read, or refused with a reason. */
export const documents: FuzzKind = {
  name: 'documents',
  share: 0.55,
  aim: 20_000,
  short: 20,
  together: 4,
  async open() {
    const [target, arbitrary] = await Promise.all([openTarget('recognizers: []\n'), mutations()]);
    const bytesOf = (seed: number): Promise<Uint8Array> => drawn(arbitrary, seed)();
    return {
      async attempt(seed) {
        const form = new FormData();
        form.set('output_schema', schema);
        form.set('enable_verification', 'true');
        form.set('file', new Blob([(await bytesOf(seed)) as Uint8Array<ArrayBuffer>]), 'mutation');
        return judged(await posted(await target.url(), key, form), ['EXTRACTION_FAILED']);
      },
      show: async (seed) => Buffer.from(await bytesOf(seed)).toString('base64'),
      deaths: target.deaths,
      async close() {
        await target.close();
        return [];
      },
    };
  },
};
