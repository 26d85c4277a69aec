import { fieldTitle, type ReportContent, type ReportTable, type ReportValue } from './content.js';
import { html, type Markup, nothing } from './html.js';
import { score } from './score.js';

/** The values outside of tables, each with its score, the reason for it, and the quote that proves the value. */
export function valuesSection({ values }: ReportContent): Markup {
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
export function tableSection(table: ReportTable, index: number): Markup {
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

/** Log-odds with their sign. */
const signed = (weight: number): string => `${weight < 0 ? '−' : '+'}${Math.abs(weight).toFixed(2)}`;

/** Links to the mark of a quote in the document. */
const pageLink = ({ number, page }: ReportValue): Markup => html`<a class="place" href="#b${number}">page ${page ?? ''}</a>`;
