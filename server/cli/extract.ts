import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { type Command, Option } from 'commander';
import { ConfigError, type Engine, InputError, parseSchema, type Schema } from '../../core/index.js';
import { wire } from '../wire.js';
import { type Answer, exitCodeOf, type Reason } from './answer.js';
import { type Format, openWriter, type Target } from './answer-writer.js';
import { chooseSchema } from './choose-schema.js';
import { together } from './exit-codes.js';
import { inOrder } from './in-order.js';
import { openEngine } from './open-engine.js';
import { between, reasons, wholeNumber } from './option-values.js';
import { showProgress } from './progress.js';
import { readInput } from './read-input.js';
import { configFor, type SettingFlags, withSettings } from './settings-options.js';
import type { Terminal } from './terminal.js';

interface Options {
  readonly schema: string;
  readonly threshold: number;
  readonly verify?: true;
  readonly json?: true;
  readonly output?: string;
  readonly jobs: number;
  readonly failOn?: readonly Reason[];
}

export function addExtract(program: Command, terminal: Terminal): void {
  const command = program
    .command('extract')
    .description('Read documents; without a server. Several files give JSON Lines with --json; an existing .jsonl is continued.')
    .argument('<files...>', 'PDF or DOCX files; - is the standard input')
    .option('-s, --schema <schema>', 'a file with a JSON Schema, or the name of a shipped one', 'invoice')
    .option('-t, --threshold <number>', 'confidence that a required field needs, 0 to 1', between(0, 1), 0.85)
    .option('--verify', 'check the arithmetic')
    .option('--json', 'print the body that the HTTP door would answer')
    .option('-o, --output <file>', 'write to a file; .json and .jsonl say the format')
    .option('-j, --jobs <number>', 'files at a time', wholeNumber, Math.min(4, availableParallelism()))
    .addOption(
      new Option('--fail-on <what>', 'end with a code of its own: verification, confidence, or both with a comma').argParser(reasons),
    );
  withSettings(command, ['config', 'deadline']).action((files: string[], options: Options & SettingFlags) =>
    extract(files, options, terminal),
  );
}

async function extract(files: readonly string[], options: Options & SettingFlags, terminal: Terminal): Promise<void> {
  const { threshold, failOn = [], output } = options;
  const schema = parseSchema(chooseSchema(options.schema, terminal.cwd));
  const target = { format: formatOf(files, options), ...(output !== undefined && { output }) };
  const engine = openEngine(await configFor(options, terminal));
  try {
    const verify = options.verify === true || failOn.includes('verification');
    const answers = answerAll(
      files,
      { work: (file) => answerFile(file, { engine, schema, threshold, verify }, terminal), jobs: options.jobs, target },
      terminal,
    );
    terminal.exit(together((await answers).map((answer) => exitCodeOf(answer, { failOn, threshold, schema }))));
  } finally {
    await engine.close();
  }
}

/** What the answers look like; several in one file can only be lines. */
function formatOf(files: readonly string[], { json, output = '' }: Options): Format {
  const extension = extname(output);
  if (extension === '.jsonl' || extension === '.ndjson') return 'lines';
  if (files.length === 1) return json || extension === '.json' ? 'json' : 'text';
  if (extension === '.json')
    throw new ConfigError(`${output} can hold one answer, but there are ${files.length} files: name a .jsonl file.`);
  return json ? 'lines' : 'text';
}

interface Run {
  readonly work: (file: string) => Promise<Answer>;
  readonly jobs: number;
  readonly target: Target;
}

/** Answers the files that an earlier run has not; the earlier answers come along. */
async function answerAll(files: readonly string[], { work, jobs, target }: Run, terminal: Terminal): Promise<readonly Answer[]> {
  const writer = openWriter(target, terminal);
  const answers = writer.earlier.filter(({ file }) => files.includes(file));
  const left = files.filter((file) => !answers.some((answer) => answer.file === file));
  if (left.length < files.length) terminal.stderr.write(`${files.length - left.length} of ${files.length} files are answered already.\n`);
  const progress = showProgress(terminal.stderr, files.length);
  progress.show(answers.length);
  for await (const answer of inOrder(left, jobs, work)) {
    progress.clear();
    writer.write(answer);
    answers.push(answer);
    progress.show(answers.length);
  }
  progress.clear();
  return answers;
}

interface Task {
  readonly engine: Engine;
  readonly schema: Schema;
  readonly threshold: number;
  readonly verify: boolean;
}

/** One file that cannot be taken must not end the others. */
async function answerFile(file: string, { engine, ...request }: Task, terminal: Terminal): Promise<Answer> {
  try {
    return { kind: 'answered', file, body: wire(await engine.extract({ ...request, file: await readInput(file, terminal) })) };
  } catch (error) {
    if (error instanceof InputError) return { kind: 'refused', file, detail: error.message };
    throw error;
  }
}
