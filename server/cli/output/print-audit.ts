import type { Audit } from '../../audit/audit.js';
import type { AuditFinding } from '../../audit/finding.js';
import { valueFormatter } from './amounts.js';
import type { PrintStyle } from './print-answer.js';
import { columns, printable, shorten, type TextStyles, textStyles } from './text.js';

export interface AuditTitle {
  readonly result: string;
  readonly file: string;
  readonly schema: string | null;
  /** Whether the schema was told by the fields, not by the caller. */
  readonly assumed: boolean;
}

/** An audit as a person reads it: one line for each field, check and claim, the verdict first. */
export function printAudit(audit: Audit, title: AuditTitle, look: PrintStyle): string {
  const ink = textStyles(look.colours);
  const blocks = [
    [`${ink.strong(printable(title.result))} held against ${ink.strong(printable(title.file))}`, `  ${ink.faint(schemaLine(title))}`],
    columns(
      audit.fields.map((point) => fieldRow(point, ink, look.width)),
      2,
    ),
    columns(
      [...audit.checks, ...audit.whole].map((point) => [verdict(point, ink), printable(point.about), why(point, ink)]),
      2,
    ),
    [summary(audit, ink)],
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

function fieldRow(point: AuditFinding, ink: TextStyles, width: number): readonly string[] {
  const { about, value, score, page, text } = point;
  const most = Math.floor(width / 3);
  const shown =
    value === undefined
      ? ''
      : value === null
        ? '—'
        : Array.isArray(value)
          ? 'no rows'
          : valueFormatter([{ name: about, value, ...(text !== undefined && { text }) }])(value);
  const place = page === undefined || text === undefined ? '' : `page ${page} “${shorten(text, most)}”`;
  return [
    verdict(point, ink),
    printable(about),
    ink.strong(shorten(shown, most)),
    score === undefined ? '' : score.toFixed(2),
    point.problems.length > 0 ? why(point, ink) : ink.faint(place),
  ];
}

const verdict = ({ verdict: said }: AuditFinding, ink: TextStyles): string =>
  ({ holds: ink.good('ok'), fails: ink.bad('NOT'), unknown: ink.warn('?') })[said];

const why = ({ verdict: said, problems }: AuditFinding, ink: TextStyles): string =>
  (said === 'fails' ? ink.bad : ink.warn)(problems.map(printable).join('; '));

function summary({ fields, checks, whole }: Audit, ink: TextStyles): string {
  const points = [...fields, ...checks, ...whole];
  const count = (said: AuditFinding['verdict']): number => points.filter((point) => point.verdict === said).length;
  const open = count('unknown') > 0 ? `; ${count('unknown')} cannot be told without the reader` : '';
  if (count('fails') > 0) return `  ${ink.bad(`${count('fails')} of ${points.length} do not hold`)}${open}.`;
  return `  ${ink.good(count('unknown') > 0 ? 'Nothing is refuted' : `All ${points.length} hold`)}${open}.`;
}
