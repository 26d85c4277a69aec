import { html, type Markup, nothing } from '../http/html.js';
import type { WireSchema } from './openapi/types.js';

/** A sentence whose `code` is marked with backticks. */
export const prose = (text: string): Markup =>
  html`${text.split('`').map((piece, index) => (index % 2 === 1 ? html`<code>${piece}</code>` : piece))}`;

export const codeBlock = (text: string): Markup => html`<pre><code>${text}</code></pre>`;

/** A table that scrolls by itself on a narrow page. The first column holds the row headers. */
export const table = (heads: readonly string[], rows: readonly (readonly (Markup | string)[])[]): Markup => html`
<div class="wide"><table>
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows.map(([first = '', ...rest]) => html`<tr><th scope="row">${first}</th>${rest.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody>
</table></div>`;

/** The properties of an object as a table: name, type, meaning. */
export function fields(schema: WireSchema): Markup {
  const required = (schema['required'] ?? []) as readonly string[];
  const more = schema['additionalProperties'];
  const rows = Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, WireSchema>>).map(([name, field]) => [
    html`<code>${name}</code>`,
    html`${typeOf(field)}${required.includes(name) ? html` <span class="required">required</span>` : nothing}`,
    meaning(field),
  ]);
  const others = typeof more === 'object' ? [['…', 'any', prose(String((more as WireSchema)['description'] ?? ''))]] : [];
  return table(['field', 'type', 'meaning'], [...rows, ...others]);
}

/** The type of a value in a few words; named schemas are links. */
export function typeOf(schema: WireSchema): Markup {
  const { $ref, type, items, format, anyOf, enum: options } = schema;
  if (typeof $ref === 'string') return schemaLink($ref.replace('#/components/schemas/', ''));
  if ('const' in schema) return html`<code>${JSON.stringify(schema['const'])}</code>`;
  if (Array.isArray(options)) return html`${options.map((option, index) => html`${index > 0 ? ' | ' : ''}<code>${option}</code>`)}`;
  if (Array.isArray(anyOf)) return html`${anyOf.map((one, index) => html`${index > 0 ? ' or ' : ''}${typeOf(one as WireSchema)}`)}`;
  if (type === 'array') return html`list of ${items ? typeOf(items as WireSchema) : 'anything'}`;
  const name = Array.isArray(type) ? type.join(' or ') : String(type ?? 'any');
  return html`${name}${typeof format === 'string' ? ` (${format})` : ''}`;
}

export const schemaLink = (name: string): Markup => html`<a href="#schema-${name}">${name}</a>`;

function meaning({ description, minimum, maximum, default: standard }: WireSchema): Markup {
  const range = typeof minimum === 'number' && typeof maximum === 'number' ? ` From ${minimum} to ${maximum}.` : '';
  const absent = standard === undefined ? '' : ` ${String(standard)} when absent.`;
  return html`${prose(String(description ?? ''))}${description && (range || absent) ? '.' : ''}${range}${absent}`;
}
