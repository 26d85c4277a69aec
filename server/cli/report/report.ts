import type { CheckBody, ExtractionBody } from '../../wire/extraction.js';
import { groupIssues } from '../output/group-issues.js';
import { checkSentence } from './check-sentence.js';
import { fieldTitle, type ReportContent, reportContent } from './content.js';
import { html, type Markup, nothing } from './html.js';
import { legend, score, sign, signs } from './score.js';
import { style } from './style.js';
import { tableSection, valuesSection } from './values.js';

/** The parts of a report: an answer with `boxes`, and a function that shows its document. */
export interface ReportInput {
  readonly title: string;
  readonly body: ReportedAnswer;
  /** Shows the pages, or the text if there are none. */
  document(content: ReportContent): Markup;
  readonly made: Date;
}

/** An answer. One that was kept as its `object` alone has no metadata. */
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
${input.document(content)}</main>
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

/** Says how many of the checks passed or failed. */
function verdict({
  status,
  checks_passed: passed,
  checks_failed: failed,
  checks_run: run,
}: NonNullable<ReportedAnswer['verification']>): Markup {
  if (run.length === 0) return html`none apply`;
  const { name } = outcomes[status === 'PARTIAL' || status === 'NO_RULES' ? 'CANNOT_VERIFY' : status];
  const said = failed > 0 ? `${failed} of ${run.length} failed` : `${passed} of ${run.length} hold`;
  return html`<span class="score ${name}">${sign(name)}<b>${said}</b></span>`;
}

const failure = ({ code, message }: NonNullable<ReportedAnswer['error']>): Markup =>
  html`<section class="failure" aria-labelledby="failure"><h2 id="failure">Nothing could be read</h2><p>${message} (${code})</p></section>`;

/** The issues, which a person should look at first. */
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
