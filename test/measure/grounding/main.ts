import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadConfig } from '../../../config/index.js';
import { InputError } from '../../../core/index.js';
import local from '../../../plugins/models/local.js';
import { exhibitOf } from '../../kit/exhibit.js';
import { command, parsed, wholeNumber } from '../eval/command.js';
import { readCorpus } from '../eval/corpus/corpus.js';
import { cachedRecognizers } from '../eval/corpus/ocr-cache.js';
import { f1, percent, ratio, textTable } from '../eval/figures/text-table.js';
import { readDocuments, sampleOf } from '../faults/documents.js';
import { type Appraiser, openAppraiser } from '../faults/run/appraiser.js';
import { exhibitFrom } from '../faults/run/run.js';
import { type Grounded, grounded, groundedBeside, type LabelGrounded, type Matched, sumOf } from './grounding.js';
import { labelledDocument } from './labelled-boxes.js';

const usage = `npm run grounding -- CORPUS [--readings NAME] [--sample N]
       npm run grounding -- CORPUS --boxes FOLDER [--ocr-cache DIR]

Scores the recorded readings of CORPUS/readings/NAME as typed JSON without quotes and pages, and compares where each right value is found with where
the same reader quotes it: the page, in documents of several pages; the words around values of the header, box by box; the words of the value.
With --boxes it scores what is true of the scans of CORPUS in that way, and compares the words that print a value with the boxes that people labelled.
  --readings NAME  "large" when absent
  --sample N       only N documents, chosen by the hash of their ids
  --boxes FOLDER   FOLDER/<id>.csv has a line x1,y1,x2,y2,x3,y3,x4,y4,TEXT for each text, in dots of the picture that the page is, as in SROIE
  --ocr-cache DIR  keep what OCR reads in DIR, and take it from there the next time
`;

// pdf-lib and pdf.js tell the console of every number that they find large.
console.warn = () => undefined;

await command(main);

async function main(): Promise<void> {
  const { folder, readings, sample, boxes, ocrCache } = given();
  const { engine } = await loadConfig({ env: process.env, cwd: process.cwd() });
  const { calibrations = [], rules = [], recognizers = [] } = engine;
  const ownCache = ocrCache ?? mkdtempSync(join(tmpdir(), 'vouch-grounding-'));
  const scanned = boxes === undefined ? {} : { recognizers: cachedRecognizers(recognizers, ownCache) };
  const appraiser = await openAppraiser({
    threshold: 0.85,
    witnesses: [{ plugin: local }],
    calibrations,
    rules,
    asPlain: true,
    ...scanned,
  });
  try {
    const { documents, figures } =
      boxes === undefined ? await besideQuotes(folder, { readings, sample }, appraiser) : await besideLabels(folder, boxes, appraiser);
    const rows = Object.entries(figures).map(([name, one]) => [name, ...figuresOf(one)]);
    process.stdout.write(
      `${documents} documents\n${textTable([['', 'labelled', 'found', 'precision', 'recall', 'F1'], ...rows]).join('\n')}\n`,
    );
  } finally {
    await appraiser.close();
    if (ocrCache === undefined) rmSync(ownCache, { recursive: true, force: true });
  }
}

interface Grounding {
  readonly documents: number;
  readonly figures: Readonly<Record<string, Matched>>;
}

async function besideQuotes(
  folder: string,
  { readings, sample }: { readonly readings: string; readonly sample: number | undefined },
  appraiser: Appraiser,
): Promise<Grounding> {
  const native = readDocuments(folder, readings).filter(({ textLayer }) => textLayer === 'native');
  const found: Grounded[] = [];
  for (const document of sampleOf(native, sample)) {
    const exhibit = await exhibitFrom(document, appraiser);
    const [appraisal] = await appraiser.appraise([exhibit]);
    if (appraisal) found.push(grounded(exhibit, appraisal));
  }
  const figures = {
    'page, of documents of several pages': sumOf(found.map(({ pages }) => pages)),
    'words around values of the header': sumOf(found.map(({ words }) => words)),
    'words of values (in our boxes)': sumOf(found.map(({ values }) => values)),
  };
  return { documents: found.length, figures };
}

async function besideLabels(folder: string, boxes: string, appraiser: Appraiser): Promise<Grounding> {
  const found: LabelGrounded[] = [];
  for (const document of readCorpus(folder)) {
    const exhibit = await exhibitFrom(document, appraiser);
    const labels = await labelledDocument(boxes, document.id, document.path, exhibit.document);
    const [appraisal] = labels ? await appraiser.appraise([exhibit]) : [];
    if (!labels || !appraisal) continue;
    const labelled = exhibitOf(document.id, labels, document.truth);
    found.push(groundedBeside(labelled, exhibit.document, appraisal));
  }
  if (found.length === 0) throw new InputError(`${boxes} has no ID.csv of a document of ${folder} that is one picture`);
  const figures = {
    'words of values (in our boxes)': sumOf(found.map(({ all }) => all)),
    'words of values (those of ours that print it)': sumOf(found.map(({ own }) => own)),
  };
  return { documents: found.length, figures };
}

function figuresOf({ labelled, found, same }: Matched): readonly string[] {
  const shares = [found, labelled].map((all) => percent(ratio(same, all)));
  return [...[labelled, found].map(String), ...shares, f1({ stated: labelled, found, right: same })];
}

function given() {
  const options = {
    readings: { type: 'string', default: 'large' },
    sample: { type: 'string' },
    boxes: { type: 'string' },
    'ocr-cache': { type: 'string' },
  } as const;
  const { values, positionals } = parsed(usage, () => parseArgs({ options, allowPositionals: true }));
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0) throw new InputError(usage);
  const sample = values.sample === undefined ? undefined : wholeNumber('--sample', values.sample, 1);
  return { folder, readings: values.readings, sample, boxes: values.boxes, ocrCache: values['ocr-cache'] };
}
