import type { Audit } from '../audit/audit.js';
import type { AuditFinding } from '../audit/finding.js';
import { valueFormatter } from './amounts.js';
import type { PrintStyle } from './print-answer.js';
import { columns, printable, shorten, type TextStyles, textStyles } from './text.js';

export interface AuditTitle {
  readonly result: string;
  readonly file: string;
  readonly schema: string | null;
  /** Whether the schema was inferred from the fields, not given by the caller. */
  readonly assumed: boolean;
}

/** Formats an audit for a person, with one line for each field, check and claim that begins with the verdict. */
export function printAudit(audit: Audit, title: AuditTitle, style: PrintStyle): string {
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
      [...audit.checks, ...audit.whole].map((point) => [verdict(point, styles), printable(point.about), why(point, styles)]),
      2,
    ),
    [summary(audit, styles)],
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
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

const verdict = ({ verdict: said }: AuditFinding, styles: TextStyles): string =>
  ({ holds: styles.good('ok'), fails: styles.bad('NOT'), unknown: styles.warn('?') })[said];

const why = ({ verdict: said, problems }: AuditFinding, styles: TextStyles): string =>
  (said === 'fails' ? styles.bad : styles.warn)(problems.map(printable).join('; '));

function summary({ fields, checks, whole }: Audit, styles: TextStyles): string {
  const points = [...fields, ...checks, ...whole];
  const count = (said: AuditFinding['verdict']): number => points.filter((point) => point.verdict === said).length;
  const open = count('unknown') > 0 ? `; ${count('unknown')} cannot be told without the reader` : '';
  if (count('fails') > 0) return `  ${styles.bad(`${count('fails')} of ${points.length} do not hold`)}${open}.`;
  return `  ${styles.good(count('unknown') > 0 ? 'Nothing is refuted' : `All ${points.length} hold`)}${open}.`;
}
