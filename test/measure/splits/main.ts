import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { loadConfig, shippedSchemas } from '../../../config/index.js';
import {
  type AppraisedField,
  createEngine,
  type DocumentOutcome,
  type Engine,
  type EngineSettings,
  parseSchema,
  type SourceFile,
} from '../../../core/index.js';
import { DocumentIndex, documentStarts, possibleStarts } from '../../../core/internal.js';
import local from '../../../plugins/models/local.js';
import splitter from '../../../plugins/splitters/starts.js';
import { command, parsed, wholeNumber } from '../eval/command.js';
import { type CorpusDocument, readCorpus } from '../eval/corpus/corpus.js';
import { textTable } from '../eval/figures/text-table.js';
import { seeded } from '../generate/random.js';
import { type AcceptedValues, acceptedValues } from './foreign-values.js';
import { type JoinedFile, joinedFile, startsOf } from './joined-file.js';
import { mixingReader } from './mixing-reader.js';

const usage = `npm run splits -- CORPUS [--files N] [--read N]

Joins two to four PDFs of a corpus to one file and looks where its documents begin, and whether each reads as it does alone. Then reads
files, those with missed starts first, as one document and in parts, and counts values that are accepted for a document that does not state them.
  --files N   composed files whose starts are looked for; 100 when absent
  --read N    composed files that are read as well; 10 when absent
  --accepted N  composed files whose accepted values are looked at; 10 when absent
  --readings NAME  mixes the recorded readings of this name, too
`;

const schema = parseSchema(JSON.stringify(shippedSchemas.invoice));

async function main(): Promise<void> {
  const { corpus, files, read, accepted, readings } = given();
  const { engine: settings } = await loadConfig({ env: {}, cwd: '/' });
  const engine = createEngine({ ...settings, splitter: { plugin: splitter } });
  try {
    const documents = readCorpus(corpus).filter(({ path, textLayer }) => path.endsWith('.pdf') && textLayer === 'native');
    const single = await inTurn(documents, async (document) => ({
      document,
      starts: await startsIn({ name: document.id, bytes: readFileSync(document.path) }, engine),
    }));
    const torn = single.filter(({ starts }) => starts.length > 1);
    const doubted = single.filter(({ starts }) => starts.length === 1 && starts.possible.length > 0);
    const composed = await inTurn(
      Array.from({ length: files }, (_, number) => number),
      (number) => joinedFile(compositionOf(documents, number), `joined-${number}.pdf`),
    );
    const found = await inTurn(composed, (file) => figuresOf(file, engine));
    const wrong = found.filter(({ lost, extra }) => lost + extra > 0);
    const comparisons = await inTurn(composed.slice(0, read), (file) => compared(file, engine));
    const missed = composed.toSorted((a, b) => lostIn(found[composed.indexOf(b)]) - lostIn(found[composed.indexOf(a)])).slice(0, accepted);
    const foreign = await acceptedBy(missed, settings, { corpus, readings });
    const sum = (of: keyof StartFigures): number => found.reduce((all, figures) => all + figures[of], 0);
    process.stdout.write(
      `${textTable([
        ['what', 'count', 'of'],
        ['native documents of several pages', `${single.filter(({ starts }) => starts.pages > 1).length}`, `${single.length}`],
        ['of them torn apart', `${torn.length}`, ''],
        ['of them doubted', `${doubted.length}`, ''],
        ['starts of joined documents found', `${sum('met')}`, `${sum('met') + sum('lost')}`],
        ['starts that are doubted', `${sum('doubted')}`, ''],
        ['starts where none is', `${sum('extra')}`, ''],
        ['composed files parted as they were joined', `${found.length - wrong.length}`, `${found.length}`],
        ['values of documents in rightly parted files', `${comparisons.reduce((all, { values }) => all + values, 0)}`, ''],
        ['of them not as in the document alone', `${comparisons.reduce((all, { other }) => all + other.length, 0)}`, ''],
        ...foreign.map(({ what, values }) => [
          `values of another document accepted, ${what}, ${missed.length} files`,
          `${values.reduce((all, { foreign: lines }) => all + lines.length, 0)}`,
          `${values.reduce((all, { accepted: count }) => all + count, 0)}`,
        ]),
      ]).join('\n')}\n`,
    );
    for (const { document, starts } of doubted) process.stdout.write(`doubted: ${document.id}, pages ${starts.possible.join(', ')}\n`);
    for (const { what, values } of foreign)
      for (const { foreign: lines } of values) for (const line of lines) process.stdout.write(`foreign, ${what}: ${line}\n`);
    for (const { document, starts } of torn) process.stdout.write(`torn: ${document.id}, pages ${starts.starts.join(', ')}\n`);
    for (const { other } of comparisons) for (const line of other) process.stdout.write(`other: ${line}\n`);
  } finally {
    await engine.close();
  }
}

interface Given {
  readonly corpus: string;
  readonly files: number;
  readonly read: number;
  readonly accepted: number;
  readonly readings: string | undefined;
}

function given(): Given {
  const options = {
    files: { type: 'string', default: '100' },
    read: { type: 'string', default: '10' },
    accepted: { type: 'string', default: '10' },
    readings: { type: 'string' },
  } as const;
  const { values, positionals } = parsed(usage, () => parseArgs({ options, allowPositionals: true }));
  const [corpus = '/work/shared/corpus'] = positionals;
  return {
    corpus,
    files: wholeNumber('--files', values.files, 0),
    read: wholeNumber('--read', values.read, 0),
    accepted: wholeNumber('--accepted', values.accepted, 0),
    readings: values.readings,
  };
}

const lostIn = (figures: StartFigures | undefined): number => (figures ? figures.lost * 2 + figures.doubted : 0);

interface AcceptedBy {
  readonly what: string;
  readonly values: readonly AcceptedValues[];
}

/** The accepted values of the files, as one document and in parts, by the local reader and by mixed readings. */
async function acceptedBy(
  files: readonly JoinedFile[],
  settings: EngineSettings,
  { corpus, readings }: Pick<Given, 'corpus' | 'readings'>,
): Promise<readonly AcceptedBy[]> {
  const parted = { splitter: { plugin: splitter } };
  const byName = new Map(files.map((file) => [file.name, file]));
  const mixed = readings !== undefined && {
    tiers: [{ plugin: mixingReader(byName, { corpus, readings }), label: readings }],
    witnesses: [{ plugin: local, label: 'local' }],
  };
  const ways: readonly (readonly [string, EngineSettings])[] = [
    ['local, one document', settings],
    ['local, in parts', { ...settings, ...parted }],
    ...(mixed
      ? ([
          ['mixed, one document', { ...settings, ...mixed }],
          ['mixed, in parts', { ...settings, ...mixed, ...parted }],
        ] as const)
      : []),
  ];
  return inTurn(ways, async ([what, terms]) => {
    const engine = createEngine(terms);
    try {
      return { what, values: await inTurn(files, async (file) => acceptedValues(await engine.extract({ file, schema }), file, engine)) };
    } finally {
      await engine.close();
    }
  });
}

/** One after the other, as a parser takes them. */
async function inTurn<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<readonly R[]> {
  const results: R[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}

interface FoundStarts {
  readonly starts: readonly number[];
  readonly possible: readonly number[];
  readonly pages: number;
  readonly length: number;
}

async function startsIn(file: SourceFile, engine: Engine): Promise<FoundStarts> {
  const { document } = await engine.view(file);
  const index = new DocumentIndex(document);
  const starts = documentStarts(index).map(({ page }) => page);
  return { starts, possible: possibleStarts(index).map(({ page }) => page), pages: document.pages.length, length: starts.length };
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

interface StartFigures {
  readonly met: number;
  readonly doubted: number;
  readonly lost: number;
  readonly extra: number;
}

/** Of all starts but the first, which everybody finds. Those that are lost are doubted at best. */
async function figuresOf(file: JoinedFile, engine: Engine): Promise<StartFigures> {
  const { starts: found, possible } = await startsIn(file, engine);
  const starts = startsOf(file).slice(1);
  const met = starts.filter((start) => found.includes(start)).length;
  const doubted = starts.filter((start) => possible.includes(start)).length;
  return { met, doubted, lost: starts.length - met, extra: found.length - 1 - met };
}

interface Comparison {
  readonly values: number;
  readonly other: readonly string[];
}

/** The values, scores and pages of each document in the file against those of the document alone; nothing where the file is parted otherwise. */
async function compared(file: JoinedFile, engine: Engine): Promise<Comparison> {
  const starts = startsOf(file);
  const parts = file.parts.map(({ document }) => document);
  const { documents = [] } = await engine.extract({ file, schema });
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
