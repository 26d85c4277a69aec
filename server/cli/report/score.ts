import { bandOf, bands } from './band.js';
import { html, type Markup } from './html.js';

/** A score as a sign, a number and a word: none of them needs colours. */
export function score(value: number): Markup {
  const { name, label: word } = bandOf(value);
  return html`<span class="score ${name}">${sign(name)}<b>${value.toFixed(2)}</b> <span>${word}</span></span>`;
}

export const sign = (name: string): Markup => html`<svg class="sign" aria-hidden="true"><use href="#${name}"/></svg>`;

/** Each sign has a shape of its own. Drawn once, used by `sign`. */
export const signs: Markup = html`<svg hidden xmlns="http://www.w3.org/2000/svg">
<symbol id="very-high" viewBox="0 0 16 16"><circle cx="8" cy="8" r="7"/><path class="cut" d="M4.5 8.2 7 10.7l4.6-5"/></symbol>
<symbol id="high" viewBox="0 0 16 16"><circle class="line" cx="8" cy="8" r="6.2"/><path class="line" d="M5 8.2 7.2 10.4l3.9-4.4"/></symbol>
<symbol id="moderate" viewBox="0 0 16 16"><circle class="line" cx="8" cy="8" r="6.2"/><path d="M8 1.8a6.2 6.2 0 0 1 0 12.4z"/></symbol>
<symbol id="low" viewBox="0 0 16 16"><path d="M8 1.2 15.4 14.4H.6z"/><path class="cut" d="M8 5.6v4.2M8 11.6v1.2"/></symbol>
<symbol id="very-low" viewBox="0 0 16 16"><path d="M5 .8h6L15.2 5v6L11 15.2H5L.8 11V5z"/><path class="cut" d="m5.2 5.2 5.6 5.6m0-5.6-5.6 5.6"/></symbol>
</svg>`;

/** What the five levels ask for. */
export const legend: Markup = html`<dl class="legend">${bands.map(
  ({ name, label: word, range, action }) => html`<div class="${name}"><dt>${sign(name)}${word}</dt><dd>${range}: ${action}</dd></div>`,
)}</dl>`;
