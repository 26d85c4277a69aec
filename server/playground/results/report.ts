import type { AnswerValue, PlaygroundResult } from '../service.js';
import { countsOf, entriesOf, type FieldEntry } from './entries.js';
import { howRead } from './how-read.js';
import style from './report.css?raw';
import { sentenceOf } from './sentence.js';
import { bandOf, percentOf, valueText } from './value.js';

/** A result as one HTML file without other resources, for sending, printing and keeping. All text of the document is escaped. */
export function reportOf(result: PlaygroundResult, threshold: number): string {
  const { body, meta, fileName } = result;
  const checks = body.verification?.checks_run ?? [];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(fileName)}: result</title>
<style>${style}</style>
</head>
<body>
<h1>${escaped(fileName)}</h1>
<p>${percentOf(meta.confidence)} % ${bandOf(meta.confidence).word} · ${escaped(countsOf(result, threshold))}</p>
<p>${escaped(howRead(result))}</p>
${list('Issues', meta.issues)}
${list(
  'Checks',
  checks.map((check) => [check.status, sentenceOf(check, body.object as AnswerValue).text].join(': ')),
)}
<table>
<thead><tr><th>Field</th><th>Value</th><th>Confidence</th><th>Page</th><th>Evidence</th><th>Reason</th></tr></thead>
<tbody>
${entriesOf(result).map(row).join('\n')}
</tbody>
</table>
</body>
</html>
`;
}

const row = ({ label, value, path, row: of, score, page, text, reason }: FieldEntry): string =>
  `<tr>${[label, valueText(value, of?.column ?? path), `${percentOf(score)} % ${bandOf(score).word}`, page ?? '', text === undefined ? '' : `“${text}”`, reason].map((cell) => `<td>${escaped(String(cell))}</td>`).join('')}</tr>`;

const list = (title: string, lines: readonly string[]): string =>
  lines.length === 0 ? '' : `<h2>${title}</h2>\n<ul>${lines.map((line) => `<li>${escaped(line)}</li>`).join('')}</ul>`;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
