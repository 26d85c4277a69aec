import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cliWorkspace } from '../cli-workspace.js';

const config = 'converters: [./shown.js]\nrecognizers: [./ocr.js]\ntiers: [./reader.js]\nwitnesses: []\nserver: { store: "memory:" }\n';
const { command, folder } = cliWorkspace({
  'vouch.config.yaml': config,
  'shown.js': `
    const word = (text, at) => ({ text, ocr: false, box: { x: 50 + at * 90, y: 50, width: 80, height: 10 } });
    export default { kind: 'converter', name: 'shown', create: () => ({
      format: 'TEXT',
      reads: { formats: ['TEXT'], extensions: ['.pdf'], mediaTypes: [] },
      accepts: () => true,
      async convert(file) {
        const shown = JSON.parse(Buffer.from(file.bytes).toString());
        const page = { number: 1, width: 595, height: 842, textLayer: 'native', words: ['Total', '119.00'].map(word), hidden: [], ...shown };
        return { format: 'text', file, pages: [page], attachments: [], chargedPages: 1 };
      },
    }) };`,
  'ocr.js': `
    export default { kind: 'recognizer', name: 'ocr', create: () => ({
      recognize: async ({ page }) => ({ turn: 0, words: page.pictured ? [] : ['Brandt', 'Werke'].map((text, at) => (
        { text, ocr: true, certainty: 0.99, box: { x: 50 + at * 90, y: 150, width: 80, height: 10 } })) }),
    }) };`,
});
const entry = (field: string, text: string, box: object) => ({ field, score: 0.9, reason: 'Exact match', page: 1, text, ...box });
const answerWith = (boxes: object): string =>
  JSON.stringify({
    total: 119,
    seller: 'Brandt Werke',
    _meta: {
      confidence_score: 0.9,
      field_confidence: [entry('$.total', 'Total 119.00', boxes), entry('$.seller', 'Brandt Werke', boxes)],
      issues: [],
    },
  });

it.each([
  ['a scan with a stamped header', { pictured: true }, 'boxes'],
  ['a scan whose producer has read it', { textLayer: 'ocr' }, 'boxes'],
  ['a page with a logo', { figures: 'small' }, 'boxes'],
  ['a page with a logo', { figures: 'small' }, 'no boxes'],
  ['a scan with a stamped header', { pictured: true }, 'no boxes'],
])('a quote that OCR has read on %s is not called missing: %o, %s', async (_, shown, kept) => {
  writeFileSync(join(folder, 'shown.pdf'), JSON.stringify(shown));
  writeFileSync(join(folder, 'kept.json'), answerWith(kept === 'boxes' ? { boxes: [] } : {}));
  expect(await command(['report', 'kept.json', 'shown.pdf', '-o', 'shown.html'])).toEqual({ code: 0, out: '', err: '' });
});

it('a quote that stands on no page, of which nothing is a picture, is missing', async () => {
  for (const kept of [{ boxes: [] }, {}]) {
    writeFileSync(join(folder, 'plain.pdf'), '{}');
    writeFileSync(join(folder, 'kept.json'), answerWith(kept));
    expect((await command(['report', 'kept.json', 'plain.pdf', '-o', 'plain.html'])).err).toMatch(
      /^1 of the 2 quotes of the answer do not/,
    );
  }
});
