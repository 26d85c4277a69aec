import { expect, it } from 'vitest';
import type { PluginContext, Recognizer } from '../../../core/index.js';
import { openOcrEngine } from '../../../plugins/recognizers/ocr/recognizer.js';
import { documentOf, pageOf } from '../../core/builders.js';

const said: string[] = [];
const missing = (context: PluginContext): Recognizer =>
  openOcrEngine(
    {
      ...{
        plugin: 'recognizers/tesseract',
        subject: 'The picture of a page',
        children: 1,
        recycleAfter: 1,
        recycleAboveMb: 1,
        deadlineMs: 1,
      },
      ...{
        memoryMb: 300,
        warm: false,
        limits: {},
        closer: false,
        packages: [{ name: 'tesseract.js-core', entry: 'not-there' }, { name: 'node:fs' }],
      },
    },
    context,
  );

it('an OCR engine without its packages opens, and says of each page what to install, in the version that is tested', async () => {
  const context = { log: (line: string) => void said.push(line), onClose: () => undefined } as unknown as PluginContext;
  const task = { document: documentOf(pageOf('')), page: pageOf(''), languages: [], signal: new AbortController().signal };
  const why = /^OCR by tesseract is not installed here: npm install tesseract\.js-core@\d+\.\d+\.\d+$/;
  await expect(missing(context).recognize(task)).rejects.toMatchObject({ code: 'EXTRACTION_FAILED', message: expect.stringMatching(why) });
  expect(said).toEqual([expect.stringContaining('pages that are pictures are not read')]);
});
