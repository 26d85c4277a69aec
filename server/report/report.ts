import { type Markup, nothing } from '../http/html.js';
import type { CheckBody, ExtractionBody } from '../wire/extraction.js';
import { checkSentence } from './check-sentence.js';
import { fieldTitle, groupIssues, type ReportContent, type ReportTable, type ReportValue, reportContent } from './content.js';
import { html, legend, score, sign, signs } from './html.js';
import { style } from './style.js';

interface ReportInput {
  readonly title: string;
  readonly body: ReportedAnswer;
  /** The pages, or the text if there are none. */
  readonly document: Markup;
  readonly made: Date;
}

/** A whole answer, or the `object` of one, which comes without metadata. */
export type ReportedAnswer = Omit<ExtractionBody, 'metadata'> & Partial<Pick<ExtractionBody, 'metadata'>>;

/** Renders an answer and its document as one self-contained HTML file without scripts, fonts or network requests. */
export function report(input: ReportInput): string {
  const { title, body } = input;
  const content = reportContent(body.object ?? {});
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title} – Vouch report</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<style>${style}</style></head>
<body>${signs}${head(input, content)}
<main><div>${body.error ? failure(body.error) : nothing}${issues(content)}${valuesSection(content)}${content.tables.map(tableSection)}${checks(body, content)}${howToRead}</div>
${input.document}</main>
</body></html>
`.text;
}

function head({ title, body, made }: ReportInput, { confidence, all, issues: found }: ReportContent): Markup {
  const { metadata, verification } = body;
  const facts: readonly (readonly [string, Markup | string])[] = [
    ...(confidence === undefined ? [] : [['Overall confidence', score(confidence)] as const]),
    ...(verification ? [['Checks', verdict(verification)] as const] : []),
    ...(all.length > 0 ? [['Values found', `${all.filter(({ print }) => print !== undefined).length} of ${all.length}`] as const] : []),
    ...(body.object ? [['Points to look at', String(groupIssues(found).length)] as const] : []),
    ...(metadata ? [['Cost', `${metadata.credits} ${metadata.credits === 1 ? 'credit' : 'credits'}`] as const] : []),
    ...(metadata?.fallback_triggered ? [['Read', 'twice, by both tiers'] as const] : []),
  ];
  return html`<header><h1>${title}</h1><p class="made">Read by Vouch; report made on <time datetime="${made.toISOString()}">${day(made)}</time></p>
<dl class="facts">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl></header>`;
}

const day = (date: Date): string => `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

function verdict({
  status,
  checks_passed: passed,
  checks_failed: failed,
  checks_run: run,
}: NonNullable<ReportedAnswer['verification']>): Markup {
  if (run.length === 0) return html`none apply`;
  const { name } = outcomes[status === 'PARTIAL' || status === 'NO_RULES' ? 'CANNOT_VERIFY' : status];
  const counts = failed > 0 ? `${failed} of ${run.length} failed` : `${passed} of ${run.length} hold`;
  return html`<span class="score ${name}">${sign(name)}<b>${counts}</b></span>`;
}

const failure = ({ code, message }: NonNullable<ReportedAnswer['error']>): Markup =>
  html`<section class="failure" aria-labelledby="failure"><h2 id="failure">Nothing could be read</h2><p>${message} (${code})</p></section>`;

function issues({ issues: found, all }: ReportContent): Markup {
  if (found.length === 0) return nothing;
  const item = (issue: string): Markup => {
    const value = all.find(({ path }) => path !== undefined && (issue.startsWith(`${path}: `) || issue.startsWith(`${path} and `)));
    const text = value?.path === undefined ? issue : issue.slice(value.path.length).replace(/^: /, '').trim();
    const about = value ? html`<a href="#v${value.number}">${fieldTitle(value.name)}</a>${text.startsWith('and ') ? ' ' : ': '}` : nothing;
    return html`<li><span class="low">${sign('low')}</span><span>${about}${text}</span></li>`;
  };
  return html`<section aria-labelledby="issues"><h2 id="issues">Look at these first</h2><ul class="list issues">${groupIssues(found).map(item)}</ul></section>`;
}

function checks({ verification }: ReportedAnswer, content: ReportContent): Markup {
  if (!verification) return nothing;
  const item = (check: CheckBody): Markup => {
    const { name, word } = outcomes[check.status];
    return html`<li><span class="status ${name}">${sign(name)}${word}</span><span>${checkSentence(check, content)}</span></li>`;
  };
  return html`<section aria-labelledby="checks"><h2 id="checks">Checks</h2>${
    verification.checks_run.length === 0
      ? html`<p class="why">No rule applies to these fields.</p>`
      : html`<ul class="list">${verification.checks_run.map(item)}</ul>`
  }</section>`;
}

/** The outcomes of a check, each with the sign of a matching level of scores. */
const outcomes = {
  PASSED: { name: 'very-high', word: 'Holds' },
  FAILED: { name: 'very-low', word: 'Failed' },
  CANNOT_VERIFY: { name: 'moderate', word: 'Cannot be checked' },
} satisfies Record<CheckBody['status'], { readonly name: string; readonly word: string }>;

const howToRead = html`<section class="reading" aria-labelledby="reading"><h2 id="reading">How to read a score</h2>${legend}
<p>It is the chance that a value is right, by all that speaks for and against it. The numbers beside the marks on a page are those of the values.</p></section>`;

/** The values outside of tables, each with its score, the reason for it, and the quote that proves the value. */
function valuesSection({ values }: ReportContent): Markup {
  if (values.length === 0) return nothing;
  return html`<section aria-labelledby="values"><h2 id="values">Values</h2>
<table class="values"><thead><tr><th scope="col" class="no">No.</th><th scope="col">Field</th><th scope="col">Value</th><th scope="col">Score</th><th scope="col">Evidence</th></tr></thead>
<tbody>${values.map(
    (value) => html`<tr id="v${value.number}"><td class="no">${value.number}</td><th scope="row">${fieldTitle(value.name)}</th>
<td class="value">${printed(value)}</td><td>${value.score === undefined ? '' : score(value.score)}</td><td>${evidence(value)}</td></tr>
`,
  )}</tbody></table></section>`;
}

/** A list of objects as a table. A row has the score of its weakest cell, and names that cell if its score is under 0.9. */
function tableSection(table: ReportTable, index: number): Markup {
  const id = `lines-${index}`;
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${fieldTitle(table.name)}</h2>
<div class="wide"><table><thead><tr><th scope="col" class="no">Row</th>${table.header.map(
    (name, column) => html`<th scope="col" class="${kind(table, column)}">${fieldTitle(name)}</th>`,
  )}<th scope="col">Score</th><th scope="col">Page</th></tr></thead>
<tbody>${table.rows.map((row, at) => tableRow(table, row, at))}</tbody></table></div></section>`;
}

function tableRow(table: ReportTable, row: readonly ReportValue[], at: number): Markup {
  const [weakest] = row.filter((cell) => cell.score !== undefined).sort((a, b) => (a.score ?? 0) - (b.score ?? 0));
  const why =
    weakest?.reason !== undefined && (weakest.score ?? 1) < 0.9
      ? html`<p class="why">${fieldTitle(weakest.name)}: ${weakest.reason}</p>`
      : nothing;
  const placed = row.find((cell) => cell.page !== undefined);
  return html`<tr><th scope="row" class="no">${at + 1}</th>${row.map(
    (cell, column) => html`<td id="v${cell.number}" class="${kind(table, column)}">${printed(cell)}</td>`,
  )}<td>${weakest?.score === undefined ? '' : score(weakest.score)}${why}</td><td>${placed ? pageLink(placed) : ''}</td></tr>
`;
}

const kind = ({ rows }: ReportTable, column: number): string =>
  rows.some((row) => typeof row[column]?.value === 'number') ? 'number' : '';

const printed = ({ print }: ReportValue): Markup => (print === undefined ? html`<span class="none">not found</span>` : html`${print}`);

const evidence = (value: ReportValue): Markup =>
  html`${value.page === undefined ? nothing : html`<p>${pageLink(value)}<q>${value.text ?? ''}</q></p>`}${
    value.reason === undefined ? nothing : html`<p class="why">${value.reason}</p>`
  }${value.evidence ? findings(value.evidence) : nothing}`;

/** What the score was made from, for who wants to know: folded away on a screen. */
const findings = ({ prior, findings: found }: NonNullable<ReportValue['evidence']>): Markup =>
  html`<details class="why"><summary>What it was made from</summary><ul>${
    prior === undefined ? nothing : html`<li><b>${signed(prior)}</b> what this reader is worth</li>`
  }${found.map(
    ({ name, weight, says, at_most: most }) =>
      html`<li><b>${[weight === undefined ? [] : signed(weight), most === undefined ? [] : `at most ${most.toFixed(2)}`].flat().join(', ')}</b> <code>${name}</code> ${says}</li>`,
  )}</ul></details>`;

const signed = (weight: number): string => `${weight < 0 ? '−' : '+'}${Math.abs(weight).toFixed(2)}`;

/** Links to the mark of a quote in the document. */
const pageLink = ({ number, page }: ReportValue): Markup => html`<a class="place" href="#b${number}">page ${page ?? ''}</a>`;
