import { createEngine, type Document, definePlugin, type EngineSettings, type Part, parseSchema } from '../../../core/index.js';
import { type DoctorFinding, fail, messageOf, ok, warn } from './finding.js';
import { ocrSample, sampleLines } from './ocr-sample.js';

/** Lets each configured OCR engine read the sample page, in its own child process as always. */
export async function ocr(settings: EngineSettings): Promise<readonly DoctorFinding[]> {
  const { recognizers = [] } = settings;
  if (recognizers.length === 0)
    return [warn('ocr', 'none is configured', 'Pages that are pictures are not read; set recognizers: [tesseract].')];
  return Promise.all(recognizers.map((recognizer) => tryRecognizer(recognizer, settings)));
}

/** The figures of the sample. An engine may misread letters, but not figures. */
const figures = sampleLines.flatMap((line) => line.match(/\d+/g) ?? []);

async function tryRecognizer(recognizer: Part<'recognizer'>, settings: EngineSettings): Promise<DoctorFinding> {
  const name = recognizer.label ?? recognizer.plugin.name;
  const reinstall = 'Install Vouch anew with its optional packages, or leave this engine out of recognizers.';
  try {
    const [page] = (await sampleReadBy(recognizer, settings))?.pages ?? [];
    const text = page?.words.map((word) => word.text).join(' ') ?? '';
    if (figures.every((figure) => text.includes(figure))) return ok('ocr', `${name} reads`);
    if (page?.unread !== undefined) return fail('ocr', `${name}: ${page.unread}`, reinstall);
    return fail('ocr', `${name} did not read its sample: ${figures.join(' and ')} are missing`, reinstall);
  } catch (error) {
    return fail('ocr', `${name}: ${messageOf(error)}`, reinstall);
  }
}

/** The sample document as a model gets it, after this engine has read it. */
async function sampleReadBy(recognizer: Part<'recognizer'>, settings: EngineSettings): Promise<Document | undefined> {
  let seen: Document | undefined;
  const reader = definePlugin({
    kind: 'model',
    name: 'witness-of-ocr',
    create: () => ({
      read: async ({ document }) => {
        seen = document;
        return { cells: [] };
      },
    }),
  });
  const engine = createEngine({ ...settings, recognizers: [recognizer], tiers: [{ plugin: reader }], witnesses: [], calibrations: [] });
  try {
    const schema = parseSchema(JSON.stringify({ type: 'object', properties: { note: { type: 'string' } } }));
    await engine.extract({ file: { name: 'sample.pdf', bytes: ocrSample() }, schema });
    return seen;
  } finally {
    await engine.close();
  }
}
