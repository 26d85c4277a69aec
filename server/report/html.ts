import { htmlWith, type Markup } from '../http/html.js';
import type { ReportValue } from './content.js';

/** A template for HTML. Texts of a document may say anything, so characters that could steer the screen of a reader are removed. */
export const html = htmlWith(printable);

/** Puts a text on one line and replaces the characters that could control a screen. */
export function printable(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\u{fffd}');
}

/** Targets for the links to these values. They stand at the words of a value, or near them if the words have no place of their own. */
export const linkTargets = (values: readonly ReportValue[]): Markup =>
  html`${values.filter(({ page }) => page !== undefined).map(({ number }) => html`<i id="b${number}"></i>`)}`;

/** A level of confidence. Source: the specification, section 2.3. */
export interface ScoreBand {
  readonly name: 'very-high' | 'high' | 'moderate' | 'low' | 'very-low';
  readonly label: string;
  readonly action: string;
  readonly range: string;
  readonly from: number;
}

const lowest: ScoreBand = { name: 'very-low', label: 'Very low', action: 'do not rely on it', range: 'under 0.70', from: 0 };

/** The five levels, the best first. */
export const bands: readonly ScoreBand[] = [
  { name: 'very-high', label: 'Very high', action: 'use it', range: '0.95 – 1.00', from: 0.95 },
  { name: 'high', label: 'High', action: 'use it', range: '0.90 – 0.94', from: 0.9 },
  { name: 'moderate', label: 'Moderate', action: 'review it if it is critical', range: '0.85 – 0.89', from: 0.85 },
  { name: 'low', label: 'Low', action: 'review it', range: '0.70 – 0.84', from: 0.7 },
  lowest,
];

export const bandOf = (score: number): ScoreBand => bands.find(({ from }) => score >= from) ?? lowest;

/** A score as people read it: two decimals, and never 1. */
export const scoreText = (score: number): string => Math.min(score, 0.99).toFixed(2);

/** A score as a sign, a number and a word, so that it can be read without colours. */
export function score(value: number): Markup {
  const { name, label } = bandOf(value);
  return html`<span class="score ${name}">${sign(name)}<b>${scoreText(value)}</b> <span>${label}</span></span>`;
}

export const sign = (name: string): Markup => html`<svg class="sign" aria-hidden="true"><use href="#${name}"/></svg>`;

/** The drawings of the signs, each with its own shape. `sign` refers to them. */
export const signs: Markup = html`<svg hidden xmlns="http://www.w3.org/2000/svg">
<symbol id="very-high" viewBox="0 0 16 16"><circle cx="8" cy="8" r="7"/><path class="cut" d="M4.5 8.2 7 10.7l4.6-5"/></symbol>
<symbol id="high" viewBox="0 0 16 16"><circle class="line" cx="8" cy="8" r="6.2"/><path class="line" d="M5 8.2 7.2 10.4l3.9-4.4"/></symbol>
<symbol id="moderate" viewBox="0 0 16 16"><circle class="line" cx="8" cy="8" r="6.2"/><path d="M8 1.8a6.2 6.2 0 0 1 0 12.4z"/></symbol>
<symbol id="low" viewBox="0 0 16 16"><path d="M8 1.2 15.4 14.4H.6z"/><path class="cut" d="M8 5.6v4.2M8 11.6v1.2"/></symbol>
<symbol id="very-low" viewBox="0 0 16 16"><path d="M5 .8h6L15.2 5v6L11 15.2H5L.8 11V5z"/><path class="cut" d="m5.2 5.2 5.6 5.6m0-5.6-5.6 5.6"/></symbol>
</svg>`;

/** Says what to do with values of each level. */
export const legend: Markup = html`<dl class="legend">${bands.map(
  ({ name, label, range, action }) => html`<div class="${name}"><dt>${sign(name)}${label}</dt><dd>${range}: ${action}</dd></div>`,
)}</dl>`;
