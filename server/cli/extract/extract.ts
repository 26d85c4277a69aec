import { availableParallelism } from 'node:os';
import { extname, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { ConfigError, decimal, defaultThreshold, type Schema, type SchemaChoice, type SourceFile } from '../../../core/index.js';
import { type AnswerState, documentsIn, type FileAnswer, stateOf } from '../../export/file-answers.js';
import { requireReceipts } from '../../extraction/extract.js';
import { digestsOfIngredients, openReceipts } from '../../extraction/receipt.js';
import { about } from '../../http/about.js';
import { schemaNamed } from '../../http/upload/named-schema.js';
import { printable } from '../../report/html.js';
import type { ExtractionBody } from '../../wire/extraction.js';
import { type Inclusion, inclusions } from '../../wire/wire.js';
import { schemaOfAnswers, writeTables } from '../commands/export.js';
import { combineExitCodes, exitCodes } from '../exit-codes.js';
import { chooseSchema, filesIn } from '../inputs.js';
import {
  addressOf,
  keyIn,
  loadConfigFor,
  numberBetween,
  openEngine,
  type SettingFlags,
  someOf,
  tableFile,
  wholeNumber,
  withSettings,
} from '../options.js';
import { columns, shorten, type Terminal, type TextStyles, takesColours, textStyles } from '../terminal.js';
import { exitCodeOf, type FailOnReason, failOnNames } from './answer.js';
import { answerAll } from './answer-all.js';
import type { AnswerFormat } from './answer-writer.js';
import { embedded, type FileAnswers, type GivenOf, remote, type SchemaAsked } from './readers.js';

/** What can be asked of answers, whoever has read the values. */
export interface AnswerOptions extends Partial<Record<Inclusion, true>> {
  readonly threshold: number;
  readonly verify?: true;
  readonly json?: true;
  readonly output?: string;
  readonly csv?: string;
  readonly server?: string;
  readonly plainHttp?: true;
  readonly jobs: number;
}

interface ExtractOptions extends AnswerOptions {
  readonly schema: string;
  readonly report?: string;
  readonly failOn?: readonly FailOnReason[];
}

export const withAnswerOptions = (command: Command): Command =>
  command
    .option('-t, --threshold <number>', 'confidence that a required field needs, 0 to 1', numberBetween(0, 1), defaultThreshold)
    .option('--verify', 'check the arithmetic')
    .option('--boxes', 'say where on the page each value stands, in JSON')
    .option('--evidence', 'say what was found about each value and what it weighs, in JSON')
    .option('--candidates', 'say what other readers found in its place, in JSON')
    .option('--operands', 'say what each check rests on, in JSON (--verify)')
    .option('--receipt', 'sign the answer, in JSON, with the key that is set as --receipt-key or by the server')
    .option('--json', 'print the body that the HTTP door would answer')
    .option('-o, --output <file>', 'write to a file; .json and .jsonl say the format')
    .option(
      '--csv <file>',
      'also write a table for a spreadsheet, and beside it one for each list and one with all evidence; .xlsx is one workbook',
      tableFile,
    )
    .option('--server <url>', 'ask a server, with the key in VOUCH_API_KEY, instead of working here')
    .option('--plain-http', 'send the key without TLS to another machine: where the network between is your own')
    .option('-j, --jobs <number>', 'files at a time', wholeNumber, Math.min(4, availableParallelism()));

export function addExtract(program: Command, terminal: Terminal): void {
  const command = program
    .command('extract')
    .description(
      'Read documents, here or with a server. Several files give JSON Lines with --json; an existing .jsonl is continued: what failed, or has changed since, is asked again.',
    )
    .argument('<files...>', 'PDF or DOCX files, or folders of them; - is the standard input')
    .option(
      '-s, --schema <schema>',
      'a file with a JSON Schema, the name of a shipped one or of one in the configuration, or auto: the one of these that a document belongs to',
      'invoice',
    );
  withAnswerOptions(command)
    .option('--usage', 'say what it took of providers: calls, tokens, and what they cost where prices are configured')
    .option('--report <file>', 'also write an HTML report of one document, with its pages and checks (--verify)')
    .addOption(
      new Option('--fail-on <what>', 'end with a code of its own: verification, confidence, or both with a comma').argParser(
        someOf(failOnNames, failOnNames.join(' or ')),
      ),
    );
  withSettings(command, ['config', 'deadline', 'receiptKey']).action((files: string[], options: ExtractOptions & SettingFlags) =>
    extract(files, options, terminal),
  );
}

async function extract(given: readonly string[], options: ExtractOptions & SettingFlags, terminal: Terminal): Promise<void> {
  const { threshold, failOn = [], report } = options;
  const choices = await schemasHere(options, terminal);
  const asked = askedSchema(options, choices, terminal);
  const needsChecks = report !== undefined || failOn.includes('verification');
  const reader = await openReader({ asked, options, needsChecks, report }, terminal);
  const schemaOf = ({ body }: FileAnswer & { readonly kind: 'answered' }) =>
    asked === 'auto' ? choices.find((one) => one.name === body.schema?.name && one.version === body.schema.version)?.schema : asked.schema;
  const codeOf = (answer: FileAnswer) =>
    exitCodeOf(answer, { failOn, threshold, schema: answer.kind === 'answered' ? schemaOf(answer) : undefined });
  try {
    const files = filesIn(given, reader.extensions, terminal);
    if (report !== undefined && files.length > 1)
      throw new ConfigError(`${report} can show one document, but there are ${files.length} files.`);
    await answerFiles({ files, reader, ...(asked !== 'auto' && { schema: asked.schema }), options, codeOf }, terminal);
  } finally {
    await reader.close();
  }
}

/** The schemas of the configuration; none where a server answers, which has its own. */
async function schemasHere({ server, ...flags }: ExtractOptions & SettingFlags, terminal: Terminal): Promise<readonly SchemaChoice[]> {
  return server === undefined ? ((await loadConfigFor(flags as SettingFlags, terminal)).engine.schemas ?? []) : [];
}

/** @throws ConfigError for a schema that there is not, and for `auto` where nobody can tell which there are, or which fields are required */
function askedSchema({ schema: name, server, failOn }: ExtractOptions, choices: readonly SchemaChoice[], { cwd }: Terminal): SchemaAsked {
  if (name !== 'auto') {
    const named = schemaNamed(choices, name);
    return named ?? chooseSchema(name, cwd);
  }
  if (server === undefined && choices.length === 0)
    throw new ConfigError('--schema auto chooses among the schemas of the configuration, and it names none: name them in `schemas`.');
  if (server !== undefined && failOn?.includes('confidence'))
    throw new ConfigError(
      '--fail-on confidence needs the required fields, which --schema auto of a server does not tell: name the schema.',
    );
  return name;
}

interface FilesToAnswer {
  readonly files: readonly string[];
  readonly reader: FileReader;
  /** Absent where each document has its own. */
  readonly schema?: Schema;
  readonly options: AnswerOptions;
  /** With which code the run ends because of an answer. */
  codeOf(answer: FileAnswer): number;
}

/** Answers all files, writes what was asked for, and ends with the code of the worst. */
export async function answerFiles({ files, reader, schema, options, codeOf }: FilesToAnswer, terminal: Terminal): Promise<void> {
  const { threshold, jobs, output, csv } = options;
  const target = { files, format: formatOf(files, options), ...(output !== undefined && { output }) };
  const run = await answerAll({ reader, jobs, target }, terminal);
  const styles = textStyles(takesColours(terminal.stderr, terminal.env));
  if (files.length > 1) terminal.stderr.write(runTable(run.answers, threshold, styles));
  if (csv !== undefined)
    await writeTables(csv, { answers: run.answers, schema: schema ?? schemaOfAnswers(run.answers), threshold }, terminal);
  terminal.exit(run.interrupted ? exitCodes.interrupted.code : combineExitCodes(run.answers.map(codeOf)));
}

interface ReaderChoice {
  readonly asked: SchemaAsked;
  readonly options: AnswerOptions & SettingFlags;
  readonly report?: string | undefined;
  /** Whether the checks are needed whatever the options say. */
  readonly needsChecks?: boolean;
  readonly given?: GivenOf;
}

export interface FileReader extends FileAnswers {
  /** Of the files in a folder that are documents. */
  readonly extensions: readonly string[];
  close(): Promise<void>;
}

/** Who answers: a server, or an engine of the configuration in this process. */
export async function openReader(choice: ReaderChoice, terminal: Terminal): Promise<FileReader> {
  const { asked, options, report, needsChecks = false, given } = choice;
  const { threshold, server } = options;
  const include = inclusions.filter((one) => options[one]);
  const task = { asked, threshold, verify: options.verify === true || needsChecks, include, given };
  if (server !== undefined) {
    if (report !== undefined) throw new ConfigError('A report needs the pages of the document: leave out --server, or --report.');
    const answers = remote({ ...task, server: addressOf(server, options.plainHttp), key: keyIn(terminal) }, terminal);
    return { ...answers, extensions: ['.pdf', '.docx'], close: async () => undefined };
  }
  const loaded = await loadConfigFor(options, terminal);
  const { receiptKey } = loaded.server;
  const ingredients = loaded.ingredients();
  const receipts = include.includes('receipt')
    ? requireReceipts(openReceipts(receiptKey && resolve(terminal.cwd, receiptKey), ingredients))
    : undefined;
  const sign =
    receipts && ((body: ExtractionBody, { bytes }: SourceFile, schema: string) => receipts.signed(body, { document: bytes, schema }));
  const engine = openEngine(loaded);
  // Scores change from version to version.
  const made = { ...digestsOfIngredients(ingredients), vouch: about().version };
  const answers = embedded({ ...task, engine, ingredients: made, sign, report }, terminal);
  return { ...answers, extensions: engine.reads.extensions, close: () => engine.close() };
}

/** The format of the answers. Several answers in one file can only be lines. */
function formatOf(files: readonly string[], { json, output = '' }: AnswerOptions): AnswerFormat {
  const extension = extname(output);
  if (extension === '.jsonl' || extension === '.ndjson') return 'lines';
  if (files.length === 1) return json || extension === '.json' ? 'json' : 'text';
  if (extension === '.json')
    throw new ConfigError(`${output} can hold one answer, but there are ${files.length} files: name a .jsonl file.`);
  return json ? 'lines' : 'text';
}

const shownRows = 20;

/** What a run over several files came to: those that a person should look at, a line each, and how many there are of each kind. */
export function runTable(answers: readonly FileAnswer[], threshold: number, styles: TextStyles): string {
  const found = answers.flatMap(documentsIn).map((answer) => ({ file: answer.file, ...stateOf(answer, threshold) }));
  const toLookAt = found.filter(({ state }) => state !== 'done');
  const colour = { done: styles.good, held: styles.warn, doubtful: styles.warn, failed: styles.bad } as const;
  const rows = toLookAt
    .slice(0, shownRows)
    .map(({ file, state, why }) => [printable(file), colour[state](state), styles.faint(shorten(why, 80))]);
  const more = toLookAt.length > shownRows ? [`  … and ${toLookAt.length - shownRows} more`] : [];
  const count = (wanted: AnswerState): string => `${found.filter(({ state }) => state === wanted).length} ${wanted}`;
  const total = [
    `${answers.length} files`,
    ...(found.length > answers.length ? [`${found.length} documents`] : []),
    count('done'),
    ...(found.some(({ state }) => state === 'held') ? [count('held')] : []),
    count('doubtful'),
    count('failed'),
    creditsOf(answers),
    ...costOf(answers),
  ];
  return `${[...columns(rows, 2), ...more, total.join(styles.faint(' · '))].join('\n')}\n`;
}

function creditsOf(answers: readonly FileAnswer[]): string {
  const credits = answers.reduce((sum, answer) => sum + (answer.kind === 'answered' ? answer.body.metadata.credits : 0), 0);
  return `${credits} ${credits === 1 ? 'credit' : 'credits'}`;
}

/** What it cost, where answers say so; an unknown cost makes the sum unknown. */
function costOf(answers: readonly FileAnswer[]): readonly string[] {
  const usages = answers.flatMap((answer) => (answer.kind === 'answered' && answer.body.usage ? [answer.body.usage] : []));
  const [currency] = usages.flatMap((usage) => usage.currency ?? []);
  if (currency === undefined) return [];
  const costs = usages.flatMap(({ cost }) => cost ?? []);
  if (costs.length < usages.length) return ['unknown cost'];
  return [`${costs.reduce((sum, cost) => sum.plus(cost), decimal(0))} ${currency}`];
}
