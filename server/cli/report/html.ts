import { htmlWith, type Markup } from '../../http/html.js';
import { printable } from '../output/text.js';
import type { ReportValue } from './content.js';

export { Markup, nothing } from '../../http/html.js';

/** A template for HTML. Texts of a document may say anything, so characters that could steer the screen of a reader are removed. */
export const html = htmlWith(printable);

/** Targets for the links to these values. They stand at the words of a value, or near them if the words have no place of their own. */
export const linkTargets = (values: readonly ReportValue[]): Markup =>
  html`${values.filter(({ page }) => page !== undefined).map(({ number }) => html`<i id="b${number}"></i>`)}`;
