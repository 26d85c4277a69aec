import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { PDFDocument } from 'pdf-lib';
import { loadConfig, shippedSchemas } from '../../../config/index.js';
import { type AppraisedField, createEngine, type DocumentOutcome, type Engine, parseSchema } from '../../../core/index.js';
import { DocumentIndex, documentStarts } from '../../../core/internal.js';
import splitter from '../../../plugins/splitters/starts.js';
import { command, parsed, wholeNumber } from '../eval/command.js';
import { type CorpusDocument, readCorpus } from '../eval/corpus/corpus.js';
import { textTable } from '../eval/figures/text-table.js';
import { seeded } from '../generate/random.js';

const usage = `npm run splits -- CORPUS [--files N] [--read N]

Joins two to four PDFs of a corpus to one file and looks where its documents begin, and whether each reads as it does alone.
  --files N   composed files whose starts are looked for; 100 when absent
  --read N    composed files that are read as well; 10 when absent
`;

const schema = parseSchema(JSON.stringify(shippedSchemas.invoice));

async function main(): Promise<void> {
  const { corpus, files, read } = given();
  const { engine: settings } = await loadConfig({ env: {}, cwd: '/' });
  const engine = createEngine({ ...settings, splitter: { plugin: splitter } });
  try {
    const documents = readCorpus(corpus).filter(({ path, textLayer }) => path.endsWith('.pdf') && textLayer === 'native');
    const single = await inTurn(documents, async (document) => ({ document, starts: await startsIn(readFileSync(document.path), engine) }));
    const torn = single.filter(({ starts }) => starts.length > 1);
    const composed = Array.from({ length: files }, (_, number) => compositionOf(documents, number));
    const found = await inTurn(composed, async (parts) => figuresOf(parts, engine));
    const wrong = found.filter(({ lost, extra }) => lost + extra > 0);
    const readings = await inTurn(composed.slice(0, read), (parts) => compared(parts, engine));
    const sum = (of: keyof StartFigures): number => found.reduce((all, figures) => all + figures[of], 0);
    process.stdout.write(
      `${textTable([
        ['what', 'count', 'of'],
        ['native documents of several pages', `${single.filter(({ starts }) => starts.pages > 1).length}`, `${single.length}`],
        ['of them torn apart', `${torn.length}`, ''],
        ['starts of joined documents found', `${sum('met')}`, `${sum('met') + sum('lost')}`],
        ['starts where none is', `${sum('extra')}`, ''],
        ['composed files parted as they were joined', `${found.length - wrong.length}`, `${found.length}`],
        ['values of documents in rightly parted files', `${readings.reduce((all, { values }) => all + values, 0)}`, ''],
        ['of them not as in the document alone', `${readings.reduce((all, { other }) => all + other.length, 0)}`, ''],
      ]).join('\n')}\n`,
    );
    for (const { document, starts } of torn) process.stdout.write(`torn: ${document.id}, pages ${starts.starts.join(', ')}\n`);
    for (const { other } of readings) for (const line of other) process.stdout.write(`other: ${line}\n`);
  } finally {
    await engine.close();
  }
}

function given(): { readonly corpus: string; readonly files: number; readonly read: number } {
  const options = { files: { type: 'string', default: '100' }, read: { type: 'string', default: '10' } } as const;
  const { values, positionals } = parsed(usage, () => parseArgs({ options, allowPositionals: true }));
  const [corpus = '/work/shared/corpus'] = positionals;
  return { corpus, files: wholeNumber('--files', values.files, 0), read: wholeNumber('--read', values.read, 0) };
}

/** One after the other, as a parser takes them. */
async function inTurn<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<readonly R[]> {
  const results: R[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}

interface FoundStarts {
  readonly starts: readonly number[];
  readonly pages: number;
  readonly length: number;
}

async function startsIn(bytes: Uint8Array, engine: Engine): Promise<FoundStarts> {
  const { document } = await engine.view({ name: 'file.pdf', bytes });
  const starts = documentStarts(new DocumentIndex(document)).map(({ page }) => page);
  return { starts, pages: document.pages.length, length: starts.length };
}

/** Two to four documents, of one source or of several. */
function compositionOf(documents: readonly CorpusDocument[], number: number): readonly CorpusDocument[] {
  const random = seeded(22, number);
  const first = random.pick(documents);
  const related = documents.filter(({ source, id }) => source === first.source && id !== first.id);
  const from = number % 2 === 0 && related.length > 0 ? related : documents;
  const others = Array.from({ length: random.int(1, 3) }, () => random.pick(from));
  return [...new Map([first, ...others].map((document) => [document.id, document])).values()];
}

interface Joined {
  readonly bytes: Uint8Array;
  /** The first page of each document. */
  readonly starts: readonly number[];
}

async function joined(parts: readonly CorpusDocument[]): Promise<Joined> {
  const file = await PDFDocument.create();
  const starts: number[] = [];
  for (const { path } of parts) {
    starts.push(file.getPageCount() + 1);
    const part = await PDFDocument.load(readFileSync(path), { ignoreEncryption: true });
    for (const page of await file.copyPages(part, part.getPageIndices())) file.addPage(page);
  }
  return { bytes: await file.save(), starts };
}

interface StartFigures {
  readonly met: number;
  readonly lost: number;
  readonly extra: number;
}

/** Of all starts but the first, which everybody finds. */
async function figuresOf(parts: readonly CorpusDocument[], engine: Engine): Promise<StartFigures> {
  const { bytes, starts } = await joined(parts);
  const { starts: found } = await startsIn(bytes, engine);
  const met = starts.slice(1).filter((start) => found.includes(start)).length;
  return { met, lost: starts.length - 1 - met, extra: found.length - 1 - met };
}

interface Comparison {
  readonly values: number;
  readonly other: readonly string[];
}

/** The values, scores and pages of each document in the file against those of the document alone; nothing where the file is parted otherwise. */
async function compared(parts: readonly CorpusDocument[], engine: Engine): Promise<Comparison> {
  const { bytes, starts } = await joined(parts);
  const { documents = [] } = await engine.extract({ file: { name: 'joined.pdf', bytes }, schema });
  if (documents.map(({ pages }) => pages[0]).join() !== starts.join()) return { values: 0, other: [] };
  const alone = await inTurn(parts, ({ path, id }) => engine.extract({ file: { name: id, bytes: readFileSync(path) }, schema }));
  const differences = documents.map((document, index) => differenceOf(document, alone[index], (starts[index] ?? 1) - 1));
  return {
    values: differences.reduce((sum, { values }) => sum + values, 0),
    other: differences.flatMap(({ other }, index) => other.map((line) => `${parts[index]?.id}: ${line}`)),
  };
}

function differenceOf(part: DocumentOutcome, alone: DocumentOutcome | undefined, pagesBefore: number): Comparison {
  const own = new Map((part.draft?.fields ?? []).map((field) => [field.path, shown(field, pagesBefore)]));
  const wanted = new Map((alone?.draft?.fields ?? []).map((field) => [field.path, shown(field, 0)]));
  const paths = [...new Set([...own.keys(), ...wanted.keys()])];
  const other = paths.filter((path) => own.get(path) !== wanted.get(path));
  return { values: paths.length, other: other.map((path) => `${path} ${own.get(path)} instead of ${wanted.get(path)}`) };
}

const shown = ({ value, score, page, text }: AppraisedField, pagesBefore: number): string =>
  `${JSON.stringify(value)} (${score}), ${page === undefined ? 'nowhere' : `page ${page - pagesBefore}`}: ${text}`;

// pdf-lib tells the console of every number that it finds large.
console.warn = () => undefined;

await command(main);
