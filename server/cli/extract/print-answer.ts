import { documentsIn, holdOf } from '../../export/file-answers.js';
import {
  type AnswerTable,
  checkFormatter,
  groupIssues,
  leaves,
  metaOf,
  tables,
  type VouchedValue,
  valueFormatter,
} from '../../report/content.js';
import { printable, scoreText } from '../../report/html.js';
import { isAmountCheck } from '../../wire/checks.js';
import type { CheckBody, ExtractionBody, UsageBody, VerificationBody } from '../../wire/extraction.js';
import { columns, paragraphs, shorten, type TextStyles, textStyles, tokenCount } from '../terminal.js';

export interface PrintStyle {
  readonly colours: boolean;
  /** The length of a line in characters. */
  readonly width: number;
}

type CheckFormatter = ReturnType<typeof checkFormatter>;

/** Formats an answer for a person: values with their scores and evidence, rows as tables, checks, and issues. */
export function printAnswer(title: string, body: ExtractionBody, style: PrintStyle): string {
  const { documents, ...file } = body;
  if (!documents) return printDocument(title, file, style);
  const several = documentsIn({ kind: 'answered', file: title, body });
  const parts = several.flatMap((part) => (part.kind === 'answered' ? [printDocument(part.file, part.body, style)] : []));
  return [printDocument(`${title}: ${documents.length} documents`, file, style), ...parts].join('\n');
}

function printDocument(title: string, body: Omit<ExtractionBody, 'documents'>, style: PrintStyle): string {
  const styles = textStyles(style.colours);
  const blocks = [heading(title, body, styles), ...content(body, styles, style.width)];
  return `${paragraphs(blocks)}\n`;
}

function heading(title: string, body: ExtractionBody, styles: TextStyles): readonly string[] {
  const { object, metadata, error, usage, schema } = body;
  const { confidence } = metaOf(object);
  const facts = [
    ...(schema ? [`${schema.name}/${schema.version}`] : []),
    ...(confidence === undefined ? [] : [`confidence ${colouredScore(confidence, styles)}`]),
    `${metadata.credits} ${metadata.credits === 1 ? 'credit' : 'credits'}`,
    `${(metadata.processing_time_ms / 1000).toFixed(1)} s`,
    ...(metadata.fallback_triggered ? ['read again by tier 2'] : []),
    ...(usage ? usageFacts(usage) : []),
  ];
  const failure = error ? [`  ${styles.bad(`✗ ${error.code}`)}  ${printable(error.message)}`] : [];
  const why = holdOf(body);
  const hold = why === undefined ? [] : [`  ${styles.warn('! held for a person')}  ${printable(why)}`];
  return [`${styles.strong(printable(title))}  ${facts.join(styles.faint(' · '))}`, ...failure, ...hold];
}

/** What is not known is said to be unknown. */
function usageFacts({ calls, unmeasured_calls, input_tokens, output_tokens, cost, currency }: UsageBody): readonly string[] {
  const unmeasured = unmeasured_calls === 0 ? '' : `, ${unmeasured_calls} of them unmeasured`;
  return [
    `${calls} ${calls === 1 ? 'call' : 'calls'}${unmeasured}`,
    `${tokenCount(input_tokens)} tokens in, ${tokenCount(output_tokens)} out`,
    ...(currency === undefined ? [] : [cost === null ? 'unknown cost' : `${cost} ${currency}`]),
  ];
}

function content({ object, verification }: ExtractionBody, styles: TextStyles, width: number): readonly (readonly string[])[] {
  if (!object) return [];
  const values = leaves(object);
  const lists = tables(object);
  const amount = checkFormatter([...values, ...lists.flatMap(({ rows }) => rows.flat())]);
  return [
    columns(
      values.map((leaf) => leafRow(leaf, styles, width)),
      2,
    ),
    ...lists.map((table) => [`  ${styles.strong(printable(table.name))}`, ...columns(tableRows(table, styles, width), 4)]),
    checks(verification, amount, styles),
    issues(metaOf(object).issues, styles),
  ];
}

function leafRow(leaf: VouchedValue, styles: TextStyles, width: number): readonly string[] {
  const { name, value, score, reason, page, text } = leaf;
  const quote = text === undefined ? [] : [`“${shorten(text, Math.floor(width / 3))}”`];
  const doubt = reason === undefined || reason.startsWith('Exact match') ? [] : [printable(reason)];
  return [
    printable(name),
    value === null ? styles.faint('—') : styles.strong(shorten(valueFormatter([leaf])(value), Math.floor(width / 3))),
    score === undefined ? '' : colouredScore(score, styles),
    styles.faint(page === undefined ? '' : `p.${page}`),
    styles.faint([...quote, ...doubt].join(' · ')),
  ];
}

function tableRows({ header, rows }: AnswerTable, styles: TextStyles, width: number): readonly (readonly string[])[] {
  const shown = header.map((_, column) => valueFormatter(rows.flatMap((row) => row[column] ?? [])));
  const cell = ({ value }: VouchedValue, column: number): string =>
    value === null ? styles.faint('—') : shorten(shown[column]?.(value) ?? '', Math.floor(width / 3));
  return [header.map((word) => styles.faint(printable(word))), ...rows.map((row) => [...row.map(cell), ...rowEvidence(row, styles)])];
}

/** The evidence of a row: the score of its weakest cell, and its pages. */
function rowEvidence(cells: readonly VouchedValue[], styles: TextStyles): readonly string[] {
  const scores = cells.flatMap(({ score }) => (score === undefined ? [] : [score]));
  const pages = [...new Set(cells.flatMap(({ page }) => (page === undefined ? [] : [page])))];
  return [scores.length === 0 ? '' : colouredScore(Math.min(...scores), styles), styles.faint(pages.map((page) => `p.${page}`).join(' '))];
}

function checks(verification: VerificationBody | undefined, amount: CheckFormatter, styles: TextStyles): readonly string[] {
  if (!verification) return [];
  return [
    `  ${styles.strong('checks')}  ${statusColour(verification.status, styles)(verification.status)}`,
    ...columns(
      verification.checks_run.map((check) => checkRow(check, amount, styles)),
      4,
    ),
  ];
}

function checkRow(check: CheckBody, amount: CheckFormatter, styles: TextStyles): readonly string[] {
  const { type, status, fields } = check;
  const sign = { PASSED: '✓', FAILED: '✗', CANNOT_VERIFY: '?' }[status];
  const numbers = comparison(check, amount);
  return [
    statusColour(status, styles)(`${sign} ${type}`),
    fields.map(printable).join(', '),
    status === 'CANNOT_VERIFY' ? styles.faint(numbers) : numbers,
  ];
}

function comparison(check: CheckBody, amount: CheckFormatter): string {
  const { status, expected, actual } = check;
  if (!isAmountCheck(check))
    return printable(status === 'PASSED' ? `${expected}` : `expected ${expected ?? 'unknown'}, found ${actual ?? 'unknown'}`);
  return status === 'PASSED'
    ? amount(check.actual)
    : `expected ${amount(check.expected)}, found ${amount(check.actual)}, delta ${amount(check.delta)}`;
}

function issues(list: readonly string[], styles: TextStyles): readonly string[] {
  if (list.length === 0) return [];
  return [`  ${styles.strong('issues')}`, ...groupIssues(list).map((issue) => `    ${styles.warn('!')} ${printable(issue)}`)];
}

const statusColour = (status: string, styles: TextStyles) =>
  status === 'PASSED' ? styles.good : status === 'FAILED' ? styles.bad : styles.warn;

/** Green is for high scores, yellow for moderate and low ones, red for very low ones. Source: the specification, section 2.3. */
const colouredScore = (score: number, styles: TextStyles): string =>
  (score >= 0.9 ? styles.good : score >= 0.7 ? styles.warn : styles.bad)(scoreText(score));
