import type { Command } from 'commander';
import { shippedSchemas } from '../../../config/index.js';
import { defaultThreshold, InputError, parseSchema } from '../../../core/index.js';
import { type Audit, audit, holds } from '../audit/audit.js';
import { readResult, type SavedResult } from '../audit/result.js';
import { chooseSchema } from '../input/choose-schema.js';
import { loadConfigFor, type SettingFlags, withSettings } from '../input/configuration.js';
import { numberBetween } from '../input/option-values.js';
import { readInput } from '../input/read-input.js';
import { printAudit } from '../output/print-audit.js';
import { lineWidth, type Terminal, takesColours } from '../output/terminal.js';
import { printable } from '../output/text.js';
import { exitCodes } from './exit-codes.js';

interface VerifyOptions {
  readonly schema?: string;
  readonly threshold: number;
  readonly json?: true;
}

export function addVerify(program: Command, terminal: Terminal): void {
  const command = program
    .command('verify')
    .description(
      'Hold a kept answer against its document, without any model: what was edited since does not hold (4), or cannot be checked (5).',
    )
    .argument('<result>', 'what extract --json printed, or the "object" in it; - is the standard input')
    .argument('<file>', 'the document it was read from')
    .option('-s, --schema <schema>', 'the schema it was extracted with: a file, or the name of a shipped one')
    .option('-t, --threshold <number>', 'the threshold it was extracted with, 0 to 1', numberBetween(0, 1), defaultThreshold)
    .option('--json', 'print JSON');
  withSettings(command, ['config', 'deadline']).action((result: string, file: string, options: VerifyOptions & SettingFlags) =>
    verify({ result, file }, options, terminal),
  );
}

interface VerifyFiles {
  readonly result: string;
  readonly file: string;
}

/** The schema that an answer is checked with, or none. */
interface AuditSchema {
  readonly name: string | null;
  readonly text?: string;
}

async function verify(files: VerifyFiles, options: VerifyOptions & SettingFlags, terminal: Terminal): Promise<void> {
  const named = options.schema === undefined ? undefined : { name: options.schema, text: chooseSchema(options.schema, terminal.cwd) };
  const { engine } = await loadConfigFor(options, terminal);
  try {
    const result = await namingFile(files.result, async () => readResult(await textOf(files.result, terminal)));
    const file = await namingFile(files.file, () => readInput(files.file, terminal));
    const standard = named ?? schemaWithFieldsOf(result);
    const schema = standard.text === undefined ? undefined : parseSchema(standard.text);
    const found = await namingFile(files.file, () =>
      audit({ result, file, threshold: options.threshold, ...(schema && { schema }) }, engine),
    );
    printFound(found, { ...files, schema: standard.name, assumed: !named }, options, terminal);
    terminal.exit(holds(found) ? exitCodes.done.code : exitCodes.verification.code);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    terminal.stderr.write(`vouch: ${printable(error.message)}\n`);
    terminal.exit(exitCodes.confidence.code);
  }
}

const textOf = async (path: string, terminal: Terminal): Promise<string> =>
  Buffer.from((await readInput(path, terminal)).bytes).toString('utf8');

/** Adds the name of the file to the error when it cannot be checked. */
async function namingFile<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof InputError ? new InputError(`${path} cannot be checked: ${error.message}`, { cause: error }) : error;
  }
}

/** Guesses the schema, which an answer does not name: a shipped schema with exactly the same fields. */
function schemaWithFieldsOf({ data }: SavedResult): AuditSchema {
  const fields = Object.keys(data).join();
  const found = Object.entries(shippedSchemas).find(([, { properties }]) => Object.keys(properties).join() === fields);
  return found ? { name: found[0], text: JSON.stringify(found[1]) } : { name: null };
}

interface AuditedFiles extends VerifyFiles {
  readonly schema: string | null;
  /** Whether the schema is a guess. */
  readonly assumed: boolean;
}

function printFound(found: Audit, shown: AuditedFiles, { json }: VerifyOptions, { stdout, env }: Terminal): void {
  if (json) stdout.write(`${JSON.stringify({ holds: holds(found), schema: shown.schema, ...found }, null, 2)}\n`);
  else stdout.write(printAudit(found, shown, { colours: takesColours(stdout, env), width: lineWidth(stdout) }));
}
