import { htmlWith } from '../../http/html.js';
import { printable } from '../output/text.js';

export { Markup, nothing } from '../../http/html.js';

/** A template of HTML for texts of a document, which may say anything: what could steer its reader's screen is taken out. */
export const html = htmlWith(printable);
