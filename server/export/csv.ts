import type { Json } from '../../core/index.js';
import type { ExportTable } from './tables.js';

/** A table as RFC 4180 describes it, in UTF-8 with a byte order mark, without which spreadsheets take it for another encoding. */
export const csvOf = ({ header, rows }: Pick<ExportTable, 'header' | 'rows'>): string =>
  `\u{feff}${[header, ...rows.map((row) => row.map(({ value }) => value))].map((row) => `${row.map(cellText).join(',')}\r\n`).join('')}`;

/**
 * Unknown is empty. A text that a spreadsheet would take for a formula gets an apostrophe, also within a cell: where the comma marks decimals, a
 * spreadsheet parts cells by semicolons, and knows our quotes only where one of its cells begins.
 */
function cellText(value: Json): string {
  const text = textOf(value);
  const safe = typeof value === 'number' ? text : text.replace(formula, "$&'");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const formula = /(?:^|[;\r\n])(?=\s*[=+\-@＝＋－＠]|^[\t\r\n])/g;

/** A value as the text of a cell; unknown is empty. */
export const textOf = (value: Json): string => (value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value));

/** Whether a spreadsheet would take a text for a formula. Source: OWASP, CSV injection. */
export const startsFormula = (text: string): boolean => text.search(formula) === 0;
