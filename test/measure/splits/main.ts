import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { loadConfig, shippedSchemas } from '../../../config/index.js';
import { createEngine, parseSchema } from '../../../core/index.js';
import splitter from '../../../plugins/splitters/starts.js';
import { command, parsed, wholeNumber } from '../eval/command.js';
import { type CorpusDocument, readCorpus } from '../eval/corpus/corpus.js';
import { textTable } from '../eval/figures/text-table.js';
import { type OpenDocuments, openDocuments } from '../faults/run/open-documents.js';
import { type AcceptedBy, acceptedBy } from './accepted-by.js';
import { type Comparison, compared } from './comparison.js';
import { compositionOf } from './composition.js';
import { inTurn } from './in-turn.js';
import { joinedFile } from './joined-file.js';
import { type FoundStarts, figuresOf, type StartFigures, startsIn } from './starts.js';

const usage = `npm run splits -- CORPUS [--scans] [--files N] [--read N] [--accepted N] [--readings NAME]

Joins two to four PDFs of a corpus to one file and looks where its documents begin, and whether each reads as it does alone. Then reads
files, those with missed starts first, as one document and in parts, and counts values that are accepted for a document that does not state them.
  --scans          documents that are pictures, instead of those with text
  --files N        composed files whose starts are looked for; 100 when absent
  --read N         composed files that are read as well; 10 when absent
  --accepted N     composed files whose accepted values are looked at; 10 when absent
  --readings NAME  mixes the recorded readings of this name, too
`;

const schema = parseSchema(JSON.stringify(shippedSchemas.invoice));

async function main(): Promise<void> {
  const { corpus, scans, files, read, accepted, readings } = given();
  const { engine: configured } = await loadConfig({ env: {}, cwd: '/' });
  // What is asked here is which words count, not how fast they are recognized.
  const { parts, open, close } = openDocuments(configured.recognizers);
  const settings = { ...configured, ...parts, deadlineMs: patienceMs };
  const engine = createEngine({ ...settings, splitter: { plugin: splitter } });
  try {
    const documents = readCorpus(corpus).filter(({ path, textLayer }) => path.endsWith('.pdf') && (textLayer === 'native') !== scans);
    const single = await inTurn(documents, (document) => startsOfOne(document, open));
    const composed = await inTurn(
      Array.from({ length: files }, (_, number) => number),
      (number) => joinedFile(compositionOf(documents, number), `joined-${number}.pdf`),
    );
    const found = await inTurn(composed, async (file) => figuresOf(file, startsIn(await open(file))));
    const comparisons = await inTurn(composed.slice(0, read), (file) => compared(file, engine, schema));
    const missed = composed.toSorted((a, b) => lostIn(found[composed.indexOf(b)]) - lostIn(found[composed.indexOf(a)])).slice(0, accepted);
    const foreign = await acceptedBy(missed, { settings, schema, corpus, readings, open });
    const figures = { single, found, comparisons, foreign };
    process.stdout.write(`${[...textTable(tableOf(figures)), ...detailsOf(figures)].join('\n')}\n`);
  } finally {
    await engine.close();
    await close();
  }
}

const patienceMs = 30 * 60_000;

interface Given {
  readonly corpus: string;
  readonly scans: boolean;
  readonly files: number;
  readonly read: number;
  readonly accepted: number;
  readonly readings: string | undefined;
}

function given(): Given {
  const options = {
    scans: { type: 'boolean', default: false },
    files: { type: 'string', default: '100' },
    read: { type: 'string', default: '10' },
    accepted: { type: 'string', default: '10' },
    readings: { type: 'string' },
  } as const;
  const { values, positionals } = parsed(usage, () => parseArgs({ options, allowPositionals: true }));
  const [corpus = '/work/shared/corpus'] = positionals;
  return {
    corpus,
    scans: values.scans,
    files: wholeNumber('--files', values.files, 0),
    read: wholeNumber('--read', values.read, 0),
    accepted: wholeNumber('--accepted', values.accepted, 0),
    readings: values.readings,
  };
}

interface SingleDocument extends FoundStarts {
  readonly id: string;
}

const startsOfOne = async ({ id, path }: CorpusDocument, open: OpenDocuments['open']): Promise<SingleDocument> => ({
  id,
  ...startsIn(await open({ name: id, bytes: readFileSync(path) })),
});

const lostIn = (figures: StartFigures | undefined): number => (figures ? figures.lost * 2 + figures.doubted : 0);

interface SplitFigures {
  readonly single: readonly SingleDocument[];
  readonly found: readonly StartFigures[];
  readonly comparisons: readonly Comparison[];
  readonly foreign: readonly AcceptedBy[];
}

const isTorn = ({ starts }: FoundStarts): boolean => starts.length > 1;
const isDoubted = ({ starts, possible }: FoundStarts): boolean => starts.length === 1 && possible.length > 0;

function tableOf({ single, found, comparisons, foreign }: SplitFigures): readonly (readonly string[])[] {
  const sum = (of: keyof StartFigures): number => found.reduce((all, figures) => all + figures[of], 0);
  return [
    ['what', 'count', 'of'],
    ['documents of several pages', `${single.filter(({ pages }) => pages > 1).length}`, `${single.length}`],
    ['of them torn apart', `${single.filter(isTorn).length}`, ''],
    ['of them doubted', `${single.filter(isDoubted).length}`, ''],
    ['starts of joined documents found', `${sum('met')}`, `${sum('met') + sum('lost')}`],
    ['starts that are doubted', `${sum('doubted')}`, ''],
    ['starts where none is', `${sum('extra')}`, ''],
    ['composed files parted as they were joined', `${found.filter(({ lost, extra }) => lost + extra === 0).length}`, `${found.length}`],
    ['values of documents in rightly parted files', `${comparisons.reduce((all, { values }) => all + values, 0)}`, ''],
    ['of them not as in the document alone', `${comparisons.reduce((all, { other }) => all + other.length, 0)}`, ''],
    ...foreign.map(({ what, values }) => [
      `values of another document accepted, ${what}, ${values.length} files`,
      `${values.reduce((all, { foreign: lines }) => all + lines.length, 0)}`,
      `${values.reduce((all, { accepted }) => all + accepted, 0)}`,
    ]),
  ];
}

const detailsOf = ({ single, comparisons, foreign }: SplitFigures): readonly string[] => [
  ...single.filter(isDoubted).map(({ id, possible }) => `doubted: ${id}, pages ${possible.join(', ')}`),
  ...foreign.flatMap(({ what, values }) => values.flatMap(({ foreign: lines }) => lines.map((line) => `foreign, ${what}: ${line}`))),
  ...single.filter(isTorn).map(({ id, starts }) => `torn: ${id}, pages ${starts.join(', ')}`),
  ...comparisons.flatMap(({ other }) => other.map((line) => `other: ${line}`)),
];

// pdf-lib tells the console of every number that it finds large.
console.warn = () => undefined;

await command(main);
