import { html, type Markup } from '../http/html.js';

/** A sentence in which `code` stands between backticks. */
export const prose = (text: string): Markup =>
  html`${text.split('`').map((piece, index) => (index % 2 === 1 ? html`<code>${piece}</code>` : piece))}`;

export const codeBlock = (text: string): Markup => html`<pre><code>${text}</code></pre>`;

/** A table that scrolls by itself where the page is narrow. The first column names the row. */
export const table = (heads: readonly string[], rows: readonly (readonly (Markup | string)[])[]): Markup => html`
<div class="wide"><table>
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows.map(([first = '', ...rest]) => html`<tr><th scope="row">${first}</th>${rest.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody>
</table></div>`;
