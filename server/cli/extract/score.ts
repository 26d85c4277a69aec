import { extname, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import {
  ConfigError,
  type GivenReading,
  InputError,
  parseReading,
  parseSchema,
  requireReading,
  type SourceTexts,
  schemaOfData,
  withSources,
} from '../../../core/index.js';
import type { FileAnswer } from '../../export/file-answers.js';
import { metaOf } from '../../report/content.js';
import { combineExitCodes, exitCodes } from '../exit-codes.js';
import { chooseSchema, filesBelow, isFolder, leftOut, namingFile, partition, readText } from '../inputs.js';
import { numberBetween, type SettingFlags, someOf, withSettings } from '../options.js';
import type { Terminal } from '../terminal.js';
import { exitCodeOf } from './answer.js';
import { type AnswerOptions, answerFiles, openReader, withAnswerOptions } from './extract.js';
import type { GivenFile, GivenOf } from './readers.js';

interface ScoreOptions extends AnswerOptions {
  readonly schema?: string;
  readonly reader?: string;
  readonly quotes?: string;
  readonly pages?: string;
  readonly failUnder?: number;
  readonly failOn?: readonly 'verification'[];
}

export function addScore(program: Command, terminal: Terminal): void {
  const command = program
    .command('score')
    .description(
      'Score values that somebody else has read of a document: a vendor, a script, a person. They come back as they are, each with what proves it.',
    )
    .argument('<file>', 'a document; or a folder of them, each with its values beside it: invoice.pdf and invoice.json')
    .argument('[data]', 'a JSON file with the values of the document; - is the standard input')
    .option('-s, --schema <schema>', 'the schema of the values: a file, or a shipped one; without it they are taken by their names')
    .option('--reader <name>', 'who has read them; a calibration table of this name weighs them')
    .option('--quotes <file>', 'a JSON file with the words that prove its values, by path: {"$.total": "Total 119.00"}')
    .option('--pages <file>', 'a JSON file with the pages that they stand on, by path: {"$.total": 1}')
    .option('--fail-under <number>', 'end with a code of its own where a value has a lower score', numberBetween(0, 1))
    .addOption(
      new Option('--fail-on <what>', 'end with a code of its own: verification, where a check fails').argParser(
        someOf(['verification'], 'verification; --fail-under is for scores'),
      ),
    );
  withSettings(withAnswerOptions(command), ['config', 'deadline', 'receiptKey']).action(
    (file: string, data: string | undefined, options: ScoreOptions & SettingFlags) => score({ file, data }, options, terminal),
  );
}

interface ScoredFiles {
  readonly file: string;
  readonly data: string | undefined;
}

async function score(named: ScoredFiles, options: ScoreOptions & SettingFlags, terminal: Terminal): Promise<void> {
  const asked = options.schema === undefined ? undefined : chooseSchema(options.schema, terminal.cwd);
  const pairs = pairsOf(named, terminal);
  if (pairs.length > 1 && (options.quotes ?? options.pages) !== undefined)
    throw new ConfigError(
      '--quotes and --pages are of one document: score it alone, or bring its quotes in the answer of a known extractor',
    );
  const read = new Map<string, GivenFile | InputError>();
  const sources = await sourcesOf(options, terminal);
  for (const { file, data } of pairs) read.set(file, await readData(data, { asked, sources, reader: options.reader }, terminal));
  const given = [...read.values()].flatMap((one) => (one instanceof InputError ? [] : [one]));
  const [first] = given;
  if (!first) throw new InputError([...read.values()].flatMap((one) => (one instanceof InputError ? [one.message] : [])).join('\n'));
  // A table has the columns of all files, so that files which no one schema describes are refused before the work.
  const common = asked ?? (options.csv === undefined ? undefined : schemaOf(...given.map((file) => file.given)));
  const { failOn = [], failUnder = 0 } = options;
  const needsChecks = failOn.length > 0;
  const reader = await openReader({ asked: first.asked, options, needsChecks, given: givenOf(read) }, terminal);
  const codeOf = (answer: FileAnswer): number =>
    combineExitCodes([exitCodeOf(answer, { failOn, threshold: 0, schema: undefined }), codeUnder(answer, failUnder)]);
  try {
    await answerFiles(
      { files: pairs.map(({ file }) => file), reader, ...(common && { schema: common.schema }), options, codeOf },
      terminal,
    );
  } finally {
    await reader.close();
  }
}

/** The values of a file. Those that could not be read refuse their file alone. */
const givenOf =
  (read: ReadonlyMap<string, GivenFile | InputError>): GivenOf =>
  (file) => {
    const found = read.get(file);
    if (!found || found instanceof InputError) throw found ?? new InputError(`${file} has no values`);
    return found;
  };

/** The schema that readings follow, all of them. @throws InputError where none describes them */
function schemaOf(...readings: readonly GivenReading[]): GivenFile['asked'] {
  const text = schemaOfData(...readings.map(({ data }) => data));
  return { text, schema: parseSchema(text) };
}

/** The documents with their values, which stand beside them where they are not named. @throws ConfigError where there are none */
function pairsOf({ file, data }: ScoredFiles, { cwd, stderr }: Terminal): readonly { readonly file: string; readonly data: string }[] {
  if (extname(file) === '.json')
    throw new ConfigError(`${file}: the document comes first, then its values: vouch score ${data ?? 'invoice.pdf'} ${file}`);
  if (data !== undefined) return [{ file, data }];
  if (!isFolder(resolve(cwd, file))) return [{ file, data: `${stemOf(file)}.json` }];
  const files = filesBelow(file, cwd).filter((path) => extname(path) !== '');
  const [values, documents] = partition(files, (path) => extname(path) === '.json');
  const valuesOf = new Map(values.map((path) => [stemOf(path), path]));
  const [paired, alone] = partition(documents, (path) => valuesOf.has(stemOf(path)));
  const stems = new Set(documents.map(stemOf));
  const orphans = values.filter((path) => !stems.has(stemOf(path)));
  if (paired.length === 0)
    throw new ConfigError(`${file}: no document in this folder has its values beside it: invoice.pdf and invoice.json`);
  if (alone.length > 0) stderr.write(leftOut('no values stand beside them', alone));
  if (orphans.length > 0) stderr.write(leftOut('they have the values of no document here', orphans));
  return paired.map((path) => ({ file: path, data: valuesOf.get(stemOf(path)) ?? '' }));
}

const stemOf = (file: string): string => file.slice(0, file.length - extname(file).length);

/** What is said of the values in files of their own. */
async function sourcesOf({ quotes, pages }: ScoreOptions, terminal: Terminal): Promise<readonly SourceFileTexts[]> {
  const read: SourceFileTexts[] = [];
  for (const [name, file] of Object.entries({ quotes, pages }))
    if (file !== undefined) read.push({ file, texts: { [name]: await namingFile(file, () => readText(file, terminal)) } });
  return read;
}

/** A file of quotes or of pages. */
interface SourceFileTexts {
  readonly file: string;
  readonly texts: SourceTexts;
}

/** How data are to be read: their schema, if there is one, what is said of their values, and who has read them, if that was said. */
interface DataTerms {
  readonly asked: GivenFile['asked'] | undefined;
  readonly sources: readonly SourceFileTexts[];
  readonly reader: string | undefined;
}

/** The values of a file, by the schema that was named, else by one of their own; or why they cannot be used, which is no failure of the others. */
async function readData(path: string, { asked, sources, reader }: DataTerms, terminal: Terminal): Promise<GivenFile | InputError> {
  try {
    const own = await namingFile(path, async () => {
      const read = parseReading(await readText(path, terminal), asked?.schema);
      const own = { read, asked: asked ?? schemaOf(read) };
      requireReading(read, own.asked.schema);
      return own;
    });
    let given = own.read;
    for (const { file, texts } of sources)
      given = await namingFile(file, async () => {
        const stated = withSources(given, texts);
        requireReading(stated, own.asked.schema);
        return stated;
      });
    return { given: { ...given, ...(reader !== undefined && { reader }) }, asked: own.asked };
  } catch (error) {
    if (error instanceof InputError) return error;
    throw error;
  }
}

/** A value under the wanted score has a code of its own. */
function codeUnder(answer: FileAnswer, least: number): number {
  const isUnder = answer.kind === 'answered' && metaOf(answer.body.object).entries.some(({ score }) => Number(score ?? 0) < least);
  return isUnder ? exitCodes.confidence.code : 0;
}
