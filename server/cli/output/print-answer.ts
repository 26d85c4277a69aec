import type { CheckBody, ExtractionBody, VerificationBody } from '../../wire/schemas.js';
import { checkFormatter, valueFormatter } from './amounts.js';
import { type AnswerTable, leaves, tables, type VouchedValue } from './answer-parts.js';
import { groupIssues } from './gathered.js';
import { columns, printable, shorten, type TextStyles, textStyles } from './text.js';

/** How an answer is shown to a person. */
export interface PrintStyle {
  readonly colours: boolean;
  /** Characters a line. */
  readonly width: number;
}

/** How a number of a check is shown. */
type CheckFormatter = ReturnType<typeof checkFormatter>;

/** An answer as a person enjoys reading it: the values with their scores and evidence, the rows as tables, the checks, the issues. */
export function printAnswer(title: string, body: ExtractionBody, look: PrintStyle): string {
  const ink = textStyles(look.colours);
  const blocks = [heading(title, body, ink), ...content(body, ink, look.width)];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function heading(title: string, { object, metadata, error }: ExtractionBody, ink: TextStyles): readonly string[] {
  const overall = object?._meta;
  const score = typeof overall === 'object' && overall !== null && 'confidence_score' in overall ? overall['confidence_score'] : undefined;
  const facts = [
    ...(typeof score === 'number' ? [`confidence ${colouredScore(score, ink)}`] : []),
    `${metadata.credits} ${metadata.credits === 1 ? 'credit' : 'credits'}`,
    `${(metadata.processing_time_ms / 1000).toFixed(1)} s`,
    ...(metadata.fallback_triggered ? ['read again by tier 2'] : []),
  ];
  const failure = error ? [`  ${ink.bad(`✗ ${error.code}`)}  ${printable(error.message)}`] : [];
  return [`${ink.strong(printable(title))}  ${facts.join(ink.faint(' · '))}`, ...failure];
}

function content({ object, verification }: ExtractionBody, ink: TextStyles, width: number): readonly (readonly string[])[] {
  if (!object) return [];
  const alone = leaves(object);
  const lists = tables(object);
  const amount = checkFormatter([...alone, ...lists.flatMap(({ rows }) => rows.flat())]);
  return [
    columns(
      alone.map((leaf) => leafRow(leaf, ink, width)),
      2,
    ),
    ...lists.map((table) => [`  ${ink.strong(printable(table.name))}`, ...columns(tableRows(table, ink, width), 4)]),
    checks(verification, amount, ink),
    issues(object['_meta'], ink),
  ];
}

function leafRow(leaf: VouchedValue, ink: TextStyles, width: number): readonly string[] {
  const { name, value, score, reason, page, text } = leaf;
  const quote = text === undefined ? [] : [`“${shorten(text, Math.floor(width / 3))}”`];
  const doubt = reason === undefined || reason.startsWith('Exact match') ? [] : [printable(reason)];
  return [
    printable(name),
    value === null ? ink.faint('—') : ink.strong(shorten(valueFormatter([leaf])(value), Math.floor(width / 3))),
    score === undefined ? '' : colouredScore(score, ink),
    ink.faint(page === undefined ? '' : `p.${page}`),
    ink.faint([...quote, ...doubt].join(' · ')),
  ];
}

function tableRows({ header, rows }: AnswerTable, ink: TextStyles, width: number): readonly (readonly string[])[] {
  const shown = header.map((_, column) => valueFormatter(rows.flatMap((row) => row[column] ?? [])));
  const cell = ({ value }: VouchedValue, column: number): string =>
    value === null ? ink.faint('—') : shorten(shown[column]?.(value) ?? '', Math.floor(width / 3));
  return [header.map((word) => ink.faint(printable(word))), ...rows.map((row) => [...row.map(cell), ...rowEvidence(row, ink)])];
}

/** A row's score is that of its weakest cell. */
function rowEvidence(cells: readonly VouchedValue[], ink: TextStyles): readonly string[] {
  const scores = cells.flatMap(({ score }) => (score === undefined ? [] : [score]));
  const pages = [...new Set(cells.flatMap(({ page }) => (page === undefined ? [] : [page])))];
  return [scores.length === 0 ? '' : colouredScore(Math.min(...scores), ink), ink.faint(pages.map((page) => `p.${page}`).join(' '))];
}

function checks(verification: VerificationBody | undefined, amount: CheckFormatter, ink: TextStyles): readonly string[] {
  if (!verification) return [];
  return [
    `  ${ink.strong('checks')}  ${statusColour(verification.status, ink)(verification.status)}`,
    ...columns(
      verification.checks_run.map((check) => checkRow(check, amount, ink)),
      4,
    ),
  ];
}

function checkRow(
  { type, status, fields, expected, actual, delta }: CheckBody,
  amount: CheckFormatter,
  ink: TextStyles,
): readonly string[] {
  const sign = { PASSED: '✓', FAILED: '✗', CANNOT_VERIFY: '?' }[status];
  const numbers =
    status === 'PASSED' ? `${amount(actual)}` : `expected ${amount(expected)}, found ${amount(actual)}, delta ${amount(delta)}`;
  return [
    statusColour(status, ink)(`${sign} ${type}`),
    fields.map(printable).join(', '),
    status === 'CANNOT_VERIFY' ? ink.faint(numbers) : numbers,
  ];
}

function issues(meta: unknown, ink: TextStyles): readonly string[] {
  const list = typeof meta === 'object' && meta !== null && 'issues' in meta && Array.isArray(meta.issues) ? meta.issues.map(String) : [];
  return list.length === 0
    ? []
    : [`  ${ink.strong('issues')}`, ...groupIssues(list).map((issue) => `    ${ink.warn('!')} ${printable(issue)}`)];
}

const statusColour = (status: string, ink: TextStyles) => (status === 'PASSED' ? ink.good : status === 'FAILED' ? ink.bad : ink.warn);

/** Colours follow the levels of the specification, section 2.3: high, moderate and low, very low. */
const colouredScore = (score: number, ink: TextStyles): string =>
  (score >= 0.9 ? ink.good : score >= 0.7 ? ink.warn : ink.bad)(score.toFixed(2));
