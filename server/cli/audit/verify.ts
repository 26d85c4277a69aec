import { hash, type KeyObject } from 'node:crypto';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { type LoadedConfig, shippedSchemas } from '../../../config/index.js';
import { defaultThreshold, InputError, isObject, type Json, parseSchema } from '../../../core/index.js';
import {
  checkingKey,
  type Digests,
  digestOf,
  digestsOfIngredients,
  digestsOfParts,
  faultOf,
  type Ingredients,
  parseExactly,
  payloadOf,
  readKey,
  readStatement,
} from '../../extraction/receipt.js';
import { valueFormatter } from '../../report/content.js';
import { printable, scoreText } from '../../report/html.js';
import { exitCodes } from '../exit-codes.js';
import { chooseSchema, namingFile, readInput, readText, requireAnswerFirst } from '../inputs.js';
import { loadConfigFor, numberBetween, type SettingFlags, withSettings } from '../options.js';
import { columns, lineWidth, paragraphs, print, shorten, type Terminal, type TextStyles, takesColours, textStyles } from '../terminal.js';
import { type Audit, audit, findingsOf, holds } from './audit.js';
import { type AuditFinding, finding } from './finding.js';
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

async function verify(files: VerifyFiles, options: VerifyOptions & SettingFlags, terminal: Terminal): Promise<void> {
  requireAnswerFirst('verify', files.result, files.file);
  const loaded = await loadConfigFor(options, terminal);
  const key = keyOf(loaded, terminal);
  try {
    const named =
      options.schema === undefined ? undefined : { name: options.schema, text: chooseSchema(options.schema, terminal.cwd).text };
    const answer = await checking(files.result, () => readText(files.result, terminal));
    const result = await checking(files.result, async () => readResult(answer));
    const file = await checking(files.file, () => readInput(files.file, terminal));
    const standard = named ?? schemaWithFieldsOf(result);
    const schema = standard.text === undefined ? undefined : parseSchema(standard.text);
    const audited = await checking(files.file, () =>
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
    const title = { ...files, schema: standard.name, assumed: !named };
    print(terminal, options.json, { holds: holds(found), schema: title.schema, ...found }, () => printAudit(found, title, terminal));
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

const checking = <T>(path: string, work: () => Promise<T>): Promise<T> => namingFile(path, work, ' cannot be checked');

/** Guesses the schema, which an answer does not name: a shipped schema with exactly the same fields. */
function schemaWithFieldsOf({ data }: SavedResult): { readonly name: string | null; readonly text?: string } {
  const fields = Object.keys(data).join();
  const found = Object.entries(shippedSchemas).find(([, { properties }]) => Object.keys(properties).join() === fields);
  return found ? { name: found[0], text: JSON.stringify(found[1]) } : { name: null };
}

/** What was audited. The schema is assumed where its fields, not the caller, told which it is. */
interface AuditTitle extends VerifyFiles {
  readonly schema: string | null;
  readonly assumed: boolean;
}

function printAudit(audit: Audit, title: AuditTitle, { stdout, env }: Terminal): readonly string[] {
  const [styles, width] = [textStyles(takesColours(stdout, env)), lineWidth(stdout)];
  const blocks = [
    [
      `${styles.strong(printable(title.result))} held against ${styles.strong(printable(title.file))}`,
      `  ${styles.faint(schemaLine(title))}`,
    ],
    columns(
      audit.fields.map((point) => fieldRow(point, styles, width)),
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
  return [paragraphs(blocks)];
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
    score === undefined ? '' : scoreText(score),
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

/** What a receipt is held against. */
export interface ReceiptContext {
  /** The text of the whole answer. */
  readonly answer: string;
  readonly document: Uint8Array;
  /** A JSON Schema as text; absent where it was not named. */
  readonly schema?: string | undefined;
  readonly ingredients: Ingredients;
  /** Whether the configuration was named for the comparison. One that only happens to be here may be another by now. */
  readonly configurationNamed: boolean;
  /** Absent where nobody said whose signature it should be. */
  readonly key?: KeyObject | undefined;
  /** Whether there has to be a receipt. */
  readonly expected: boolean;
}

/** A finding for the signature of an answer's receipt, and one for each thing of which it has the digest; none where there is no receipt. */
export function judgeReceipt(context: ReceiptContext): readonly AuditFinding[] {
  const answer = parseExactly(context.answer);
  const receipt = isObject(answer) ? answer['receipt'] : undefined;
  if (!isObject(answer) || receipt === undefined)
    return context.expected ? [finding('receipt', ['the answer has none, although a key to check it was named'])] : [];
  const { receipt: _, ...signed } = answer;
  return [judgeSignature(receipt, context.key), ...judgeStatement(payloadOf(receipt), signed, context)];
}

function judgeSignature(receipt: Json, key: KeyObject | undefined): AuditFinding {
  if (!key) return unknown('receipt signature', 'nobody said whose it should be: --receipt-key names the public key');
  const fault = faultOf(receipt, key);
  return finding('receipt signature', fault === undefined ? [] : [fault]);
}

function judgeStatement(text: string | undefined, answer: Json, context: ReceiptContext): readonly AuditFinding[] {
  try {
    const { digests, parts } = readStatement(text ?? '');
    return [judgeAnswer(answer, digests, parts), ...judgeInputs(digests, context)];
  } catch {
    return [finding('receipt', ['what it says cannot be read'])];
  }
}

function judgeAnswer(answer: Json, digests: Digests, parts: Digests): AuditFinding {
  if (digestOf(answer) === digests['answer']) return finding('receipt answer', []);
  const now = digestsOfParts(answer);
  const changed = [...new Set([...Object.keys(parts), ...Object.keys(now)])].filter((path) => parts[path] !== now[path]);
  return finding('receipt answer', [`it is not the one that was signed: ${changed.join(', ') || 'its parts are, but not the whole'}`]);
}

function judgeInputs(digests: Digests, { document, schema, ingredients, configurationNamed }: ReceiptContext): readonly AuditFinding[] {
  const here = { document: hash('sha256', document), ...(schema !== undefined && { schema: digestOf(JSON.parse(schema)) }) };
  const made = Object.entries(digestsOfIngredients(ingredients)).map(([name, digest]) => {
    if (digest === digests[name]) return finding(`receipt ${name}`, []);
    const differs = 'those here are not the ones that the answer was made with';
    return configurationNamed ? finding(`receipt ${name}`, [differs]) : unknown(`receipt ${name}`, `${differs}: --config names others`);
  });
  return [
    ...Object.entries(here).map(([name, digest]) =>
      finding(`receipt ${name}`, digest === digests[name] ? [] : ['it is not the one that the answer was made of']),
    ),
    ...(schema === undefined ? [unknown('receipt schema', 'it was not named: --schema')] : []),
    ...made,
  ];
}

const unknown = (about: string, why: string): AuditFinding => ({ about, verdict: 'unknown', problems: [why] });
