import type { KeyObject } from 'node:crypto';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { type LoadedConfig, shippedSchemas } from '../../../config/index.js';
import { defaultThreshold, InputError, parseSchema } from '../../../core/index.js';
import { checkingKey } from '../../receipts/envelope.js';
import { readKey } from '../../receipts/receipt.js';
import { valueFormatter } from '../../report/content.js';
import { printable } from '../../report/html.js';
import { exitCodes } from '../exit-codes.js';
import type { PrintStyle } from '../extract/print-answer.js';
import { chooseSchema, readInput } from '../inputs.js';
import { loadConfigFor, numberBetween, type SettingFlags, withSettings } from '../options.js';
import { columns, lineWidth, paragraphs, shorten, type Terminal, type TextStyles, takesColours, textStyles } from '../terminal.js';
import { type Audit, audit, findingsOf, holds } from './audit.js';
import type { AuditFinding } from './finding.js';
import { judgeReceipt } from './judge-receipt.js';
import { readResult, type SavedResult } from './result.js';

interface VerifyOptions {
  readonly schema?: string;
  readonly threshold: number;
  readonly json?: true;
  readonly receiptKey?: string;
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
  withSettings(command, ['config', 'deadline', 'receiptKey']).action(
    (result: string, file: string, options: VerifyOptions & SettingFlags) => verify({ result, file }, options, terminal),
  );
}

interface VerifyFiles {
  readonly result: string;
  readonly file: string;
}

interface AuditSchema {
  readonly name: string | null;
  readonly text?: string;
}

async function verify(files: VerifyFiles, options: VerifyOptions & SettingFlags, terminal: Terminal): Promise<void> {
  const named = options.schema === undefined ? undefined : { name: options.schema, text: chooseSchema(options.schema, terminal.cwd) };
  const loaded = await loadConfigFor(options, terminal);
  const key = keyOf(loaded, terminal);
  try {
    const answer = await namingFile(files.result, () => textOf(files.result, terminal));
    const result = await namingFile(files.result, async () => readResult(answer));
    const file = await namingFile(files.file, () => readInput(files.file, terminal));
    const standard = named ?? schemaWithFieldsOf(result);
    const schema = standard.text === undefined ? undefined : parseSchema(standard.text);
    const audited = await namingFile(files.file, () =>
      audit({ result, file, threshold: options.threshold, ...(schema && { schema }) }, loaded.engine),
    );
    const receipt = judgeReceipt({
      answer,
      document: file.bytes,
      schema: named?.text,
      ingredients: loaded.ingredients(),
      configurationNamed: options.config !== undefined,
      key,
      expected: options.receiptKey !== undefined,
    });
    const found = { ...audited, receipt };
    printFound(found, { ...files, schema: standard.name, assumed: !named }, options, terminal);
    terminal.exit(holds(found) ? exitCodes.done.code : exitCodes.verification.code);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    terminal.stderr.write(`vouch: ${printable(error.message)}\n`);
    terminal.exit(exitCodes.confidence.code);
  }
}

/** The key that checks receipts, where one is set. @throws ConfigError */
function keyOf({ server: { receiptKey } }: LoadedConfig, { cwd }: Terminal): KeyObject | undefined {
  return receiptKey === '' ? undefined : checkingKey(readKey(resolve(cwd, receiptKey), checkingKey));
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

/** What was audited. The schema is assumed where its fields, not the caller, told which it is. */
interface AuditTitle extends VerifyFiles {
  readonly schema: string | null;
  readonly assumed: boolean;
}

function printFound(found: Audit, shown: AuditTitle, { json }: VerifyOptions, { stdout, env }: Terminal): void {
  if (json) stdout.write(`${JSON.stringify({ holds: holds(found), schema: shown.schema, ...found }, null, 2)}\n`);
  else stdout.write(printAudit(found, shown, { colours: takesColours(stdout, env), width: lineWidth(stdout) }));
}

function printAudit(audit: Audit, title: AuditTitle, style: PrintStyle): string {
  const styles = textStyles(style.colours);
  const blocks = [
    [
      `${styles.strong(printable(title.result))} held against ${styles.strong(printable(title.file))}`,
      `  ${styles.faint(schemaLine(title))}`,
    ],
    columns(
      audit.fields.map((point) => fieldRow(point, styles, style.width)),
      2,
    ),
    columns(
      [...audit.checks, ...audit.whole, ...audit.receipt].map((point) => [
        verdict(point, styles),
        printable(point.about),
        why(point, styles),
      ]),
      2,
    ),
    [summary(audit, styles)],
  ];
  return paragraphs(blocks);
}

function schemaLine({ schema, assumed }: AuditTitle): string {
  if (schema === null)
    return 'No schema was given (--schema): types, required fields, enums and labels were not checked, and scores only as far as they do not rest on these.';
  return assumed
    ? `No schema was given (--schema): the fields are those of the shipped schema ${schema}, which was taken.`
    : `Schema: ${schema}`;
}

function fieldRow(point: AuditFinding, styles: TextStyles, width: number): readonly string[] {
  const { about, value, score, page, text } = point;
  const maxLength = Math.floor(width / 3);
  const shown =
    value === undefined
      ? ''
      : value === null
        ? '—'
        : Array.isArray(value)
          ? 'no rows'
          : valueFormatter([{ name: about, value, ...(text !== undefined && { text }) }])(value);
  const place = page === undefined || text === undefined ? '' : `page ${page} “${shorten(text, maxLength)}”`;
  return [
    verdict(point, styles),
    printable(about),
    styles.strong(shorten(shown, maxLength)),
    score === undefined ? '' : score.toFixed(2),
    point.problems.length > 0 ? why(point, styles) : styles.faint(place),
  ];
}

const verdict = ({ verdict: found }: AuditFinding, styles: TextStyles): string =>
  ({ holds: styles.good('ok'), fails: styles.bad('NOT'), unknown: styles.warn('?') })[found];

const why = ({ verdict: found, problems }: AuditFinding, styles: TextStyles): string =>
  (found === 'fails' ? styles.bad : styles.warn)(problems.map(printable).join('; '));

function summary(audit: Audit, styles: TextStyles): string {
  const points = findingsOf(audit);
  const count = (wanted: AuditFinding['verdict']): number => points.filter((point) => point.verdict === wanted).length;
  const open = count('unknown') > 0 ? `; ${count('unknown')} cannot be told without the reader` : '';
  if (count('fails') > 0) return `  ${styles.bad(`${count('fails')} of ${points.length} do not hold`)}${open}.`;
  return `  ${styles.good(count('unknown') > 0 ? 'Nothing is refuted' : `All ${points.length} hold`)}${open}.`;
}
