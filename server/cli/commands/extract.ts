import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { type Command, Option } from 'commander';
import { ConfigError, type Engine, InputError, type Observer, parseSchema, type Schema } from '../../../core/index.js';
import { type Inclusion, inclusions, wire } from '../../wire/wire.js';
import { combineExitCodes } from '../exit-codes.js';
import { chooseSchema } from '../input/choose-schema.js';
import { loadConfigFor, openEngine, type SettingFlags, withSettings } from '../input/configuration.js';
import { mapInOrder } from '../input/map-in-order.js';
import { failOnReasons, numberBetween, wholeNumber } from '../input/option-values.js';
import { readInput } from '../input/read-input.js';
import { exitCodeOf, type FailOnReason, type FileAnswer } from '../output/answer.js';
import { type AnswerFormat, type AnswerTarget, openWriter } from '../output/answer-writer.js';
import { showProgress } from '../output/progress-line.js';
import type { Terminal } from '../output/terminal.js';
import { makeReport, writeReport } from '../report/make-report.js';

interface ExtractOptions {
  readonly schema: string;
  readonly threshold: number;
  readonly verify?: true;
  readonly boxes?: true;
  readonly evidence?: true;
  readonly operands?: true;
  readonly usage?: true;
  readonly report?: string;
  readonly json?: true;
  readonly output?: string;
  readonly jobs: number;
  readonly failOn?: readonly FailOnReason[];
}

export function addExtract(program: Command, terminal: Terminal): void {
  const command = program
    .command('extract')
    .description(
      'Read documents; without a server. Several files give JSON Lines with --json; an existing .jsonl is continued: what failed is tried again.',
    )
    .argument('<files...>', 'PDF or DOCX files; - is the standard input')
    .option('-s, --schema <schema>', 'a file with a JSON Schema, or the name of a shipped one', 'invoice')
    .option('-t, --threshold <number>', 'confidence that a required field needs, 0 to 1', numberBetween(0, 1), 0.85)
    .option('--verify', 'check the arithmetic')
    .option('--boxes', 'say where on the page each value stands, in JSON')
    .option('--evidence', 'say what was found about each value and what it weighs, in JSON')
    .option('--operands', 'say what each check rests on, in JSON (--verify)')
    .option('--usage', 'say what it took of providers: calls, tokens, and what they cost where prices are configured')
    .option('--report <file>', 'also write an HTML report of one document, with its pages and checks (--verify)')
    .option('--json', 'print the body that the HTTP door would answer')
    .option('-o, --output <file>', 'write to a file; .json and .jsonl say the format')
    .option('-j, --jobs <number>', 'files at a time', wholeNumber, Math.min(4, availableParallelism()))
    .addOption(
      new Option('--fail-on <what>', 'end with a code of its own: verification, confidence, or both with a comma').argParser(failOnReasons),
    );
  withSettings(command, ['config', 'deadline']).action((files: string[], options: ExtractOptions & SettingFlags) =>
    extract(files, options, terminal),
  );
}

async function extract(files: readonly string[], options: ExtractOptions & SettingFlags, terminal: Terminal): Promise<void> {
  const { threshold, jobs, failOn = [], output, report } = options;
  const schema = parseSchema(chooseSchema(options.schema, terminal.cwd));
  if (report !== undefined && files.length > 1)
    throw new ConfigError(`${report} can show one document, but there are ${files.length} files.`);
  const target = { files, format: formatOf(files, options), ...(output !== undefined && { output }) };
  const engine = openEngine(await loadConfigFor(options, terminal));
  try {
    const include = inclusions.filter((one) => options[one]);
    const verify = options.verify === true || report !== undefined || failOn.includes('verification');
    const task = { engine, schema, threshold, include, verify, ...(report !== undefined && { report }) };
    const answer: ExtractRun['answer'] = (file, observer) => extractFile(file, { ...task, observer }, terminal);
    const exitCode = (answer: FileAnswer): number => exitCodeOf(answer, { failOn, threshold, schema });
    terminal.exit(combineExitCodes(await answerAll({ answer, exitCode, jobs, target }, terminal)));
  } finally {
    await engine.close();
  }
}

/** The format of the answers. Several answers in one file can only be lines. */
function formatOf(files: readonly string[], { json, output = '' }: ExtractOptions): AnswerFormat {
  const extension = extname(output);
  if (extension === '.jsonl' || extension === '.ndjson') return 'lines';
  if (files.length === 1) return json || extension === '.json' ? 'json' : 'text';
  if (extension === '.json')
    throw new ConfigError(`${output} can hold one answer, but there are ${files.length} files: name a .jsonl file.`);
  return json ? 'lines' : 'text';
}

interface ExtractRun {
  readonly answer: (file: string, observer: Observer) => Promise<FileAnswer>;
  /** The exit code for one answer. */
  readonly exitCode: (answer: FileAnswer) => number;
  readonly jobs: number;
  readonly target: AnswerTarget;
}

/** Answers the files that an earlier run has not answered. Returns the exit codes of all files. */
async function answerAll({ answer, exitCode, jobs, target }: ExtractRun, terminal: Terminal): Promise<readonly number[]> {
  const { files, output } = target;
  const writer = openWriter(target, terminal);
  const earlier = new Map(writer.earlier.map((result) => [result.file, exitCode(result)]));
  const codes = files.flatMap((file) => earlier.get(file) ?? []);
  if (codes.length > 0)
    terminal.stderr.write(
      `${codes.length} of ${files.length} files are answered already in ${output}, with the schema and settings of that run; delete it to ask again.\n`,
    );
  const progress = showProgress(terminal.stderr, files.length);
  progress.show(codes.length);
  const unanswered = files.filter((file) => !earlier.has(file));
  for await (const result of mapInOrder(unanswered, jobs, (file) => answer(file, progress.observer(file)))) {
    progress.clear();
    writer.write(result);
    codes.push(exitCode(result));
    progress.show(codes.length);
  }
  progress.clear();
  return codes;
}

interface ExtractTask {
  readonly engine: Engine;
  readonly schema: Schema;
  readonly threshold: number;
  readonly verify: boolean;
  readonly include: readonly Inclusion[];
  readonly report?: string;
  /** Is told how far the reading has come. */
  readonly observer: Observer;
}

/** Answers one file. A file that is refused must not end the run. */
async function extractFile(file: string, { engine, include, report, ...request }: ExtractTask, terminal: Terminal): Promise<FileAnswer> {
  try {
    const source = await readInput(file, terminal);
    const outcome = await engine.extract({ ...request, file: source });
    if (report !== undefined) writeReport(report, await makeReport(source, wire(outcome, inclusions), engine), terminal);
    return { kind: 'answered', file, body: wire(outcome, include) };
  } catch (error) {
    if (error instanceof InputError) return { kind: 'refused', file, detail: error.message };
    throw error;
  }
}
