import type { ReportValue } from './document/exhibit.js';
import { html, type Markup } from './html.js';

/** Where the links of these values lead to; of one whose words have no place of their own, to what is nearest. */
export const linkTargets = (values: readonly ReportValue[]): Markup =>
  html`${values.filter(({ page }) => page !== undefined).map(({ number }) => html`<i id="b${number}"></i>`)}`;
