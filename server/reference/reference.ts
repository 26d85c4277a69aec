import { html, type Markup, nothing } from '../http/html.js';
import type { Guide } from './guide.js';
import { page } from './page.js';
import type { MediaType, OpenApi, OpenApiReference, Operation, Parameter, ResponseObject, WebhookItem, WireSchema } from './types.js';

export interface ReferenceContext {
  readonly guide: Guide;
  /** The address under which the reader reaches the endpoints. */
  readonly address: string;
}

/** The OpenAPI document as a page, with nothing that is not in the document. */
export function reference(document: OpenApi, { guide, address }: ReferenceContext): string {
  const { info, tags, webhooks, components } = document;
  const all = operationsOf(document);
  const main = html`
<h1>${info.title} ${info.version}</h1>
<p>${info.description}</p>
<p>The same for programs: <a href="openapi.json">openapi.json</a>, <a href="openapi.yaml">openapi.yaml</a>.</p>
<p class="lead">Set once in your shell for the requests below. <code>invoice.pdf</code> is a document of yours.</p>
${codeBlock([`export VOUCH_BASE_URL=${address}`, ...(components.securitySchemes['key'] ? [makeKey] : [])].join('\n'))}
${tags.map(
  ({ name, description }) => html`<h2 id="${name}">${name}</h2><p class="lead">${description}.</p>
${all.filter(({ operation: { tags } }) => tags.includes(name)).map((listed) => operationSection(document, listed))}`,
)}
${webhooks ? messages(webhooks) : nothing}
<h2 id="objects">Objects</h2>
${Object.entries(components.schemas).map(([name, schema]) => schemaSection(name, schema))}
<h2 id="headers">Headers of answers</h2>
<p>Every answer has the first three.</p>
${table(
  ['header', 'meaning'],
  Object.entries(components.headers).map(([name, header]) => [html`<code>${name}</code>`, prose(header.description)]),
)}`;
  return page({ title: `${info.title}: reference`, navigation: navigation(document, all, guide), main });
}

const makeKey = 'export VOUCH_API_KEY=$(npx vouch key create --label me)';

interface ListedOperation {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

const operationsOf = ({ paths }: OpenApi): readonly ListedOperation[] =>
  Object.entries(paths).flatMap(([path, item]) => Object.entries(item).map(([method, operation]) => ({ path, method, operation })));

const schemaSection = (name: string, schema: OpenApi['components']['schemas'][string]): Markup => html`
<section id="schema-${name}">
<h3>${name}</h3>
${typeof schema['description'] === 'string' ? html`<p>${prose(schema['description'])}</p>` : nothing}
${schema['type'] === 'object' ? fields(schema) : html`<p>${typeOf(schema)}</p>`}
</section>`;

/** What is sent to receivers: the same form for each event. */
function messages(webhooks: Readonly<Record<string, WebhookItem>>): Markup {
  const all = Object.entries(webhooks);
  const [, first] = all[0] ?? [];
  const shown = Object.values(first?.post.requestBody.content['application/json']?.examples ?? {});
  return html`
<h2 id="messages">Messages to webhooks</h2>
${first ? html`<p class="lead">${prose(first.post.description)}</p><h3>A message</h3>${parameterTable(first.post.parameters)}` : nothing}
<h4>Events</h4>
${table(
  ['type', 'when'],
  all.map(([event, { post }]) => [html`<code>${event}</code>`, prose(post.summary)]),
)}
<h4>Such as</h4>
${shown.map(({ value }) => codeBlock(JSON.stringify(value, null, 2)))}
<h4>Your answer</h4>
${table(
  ['status', 'meaning'],
  Object.entries(first?.post.responses ?? {}).map(([status, { description }]) => [html`<code>${status}</code>`, prose(description)]),
)}`;
}

const navigation = ({ components, webhooks }: OpenApi, all: readonly ListedOperation[], guide: Guide): Markup => html`
<strong>Vouch</strong>
<ul>${[...guide.values()].map(({ name, title }) => html`<li><a href="docs/guide/${name}">${title}</a></li>`)}</ul>
<strong>Reference</strong>
<ul>${all.map(
  ({ path, method, operation: told }) =>
    html`<li><a href="#${told.operationId}"><span class="method">${method.toUpperCase()}</span>${path}</a></li>`,
)}</ul>
<strong>Objects</strong>
<ul>${Object.keys(components.schemas).map((name) => html`<li><a href="#schema-${name}">${name}</a></li>`)}</ul>
<strong>More</strong>
<ul>${webhooks ? html`<li><a href="#messages">Messages to webhooks</a></li>` : nothing}<li><a href="#headers">Headers of answers</a></li></ul>`;

/** One operation: its parameters, requests to copy, and every possible answer. */
function operationSection(document: OpenApi, { path, method, operation: described }: ListedOperation): Markup {
  const { operationId, summary, description, parameters = [], requestBody, responses, security } = described;
  const answers = Object.entries(responses).map(([status, answer]) => [status, resolved(document, answer)] as const);
  const shown = answers.flatMap(([status, answer]) => examplesOf(status, answer));
  return html`
<section id="${operationId}">
<h3><span class="method">${method.toUpperCase()}</span><code>${path}</code></h3>
<p class="lead">${prose(summary)}</p>
<p>${prose(description)}${security ? html` Send <code>Authorization: Bearer …</code>.` : nothing}</p>
${parameters.length > 0 ? parameterTable(parameters) : nothing}
${requestBody ? body(requestBody.content) : nothing}
<h4>Request</h4>
${samples(described['x-codeSamples'])}
<h4>Answers</h4>
${table(
  ['status', 'when', 'body', 'headers'],
  answers.map(([status, answer]) => answerRow(status, answer)),
)}
${shown.length > 0 ? html`<h4>Such as</h4>${shown}` : nothing}
</section>`;
}

const parameterTable = (parameters: readonly Parameter[]): Markup =>
  html`<h4>Parameters</h4>${table(
    ['name', 'in', 'meaning'],
    parameters.map(({ name, in: where, required, description }) => [
      html`<code>${name}</code>`,
      html`${where}${required ? html` <span class="required">required</span>` : nothing}`,
      prose(description),
    ]),
  )}`;

function body({ 'multipart/form-data': form, 'application/json': json }: Readonly<Record<string, MediaType>>): Markup {
  if (form) return html`<h4>Form fields</h4>${fields(form.schema as WireSchema)}`;
  if (json) return html`<h4>Body, in JSON</h4>${fields(json.schema as WireSchema)}`;
  throw new Error('the document has a body that is neither a form nor JSON');
}

const samples = ([first, ...more]: Operation['x-codeSamples']): Markup => html`
${first ? codeBlock(first.source) : nothing}
${more.map(({ label, source }) => html`<details><summary>${label}</summary>${codeBlock(source)}</details>`)}`;

const resolved = (document: OpenApi, answer: ResponseObject | OpenApiReference): ResponseObject => {
  if (!('$ref' in answer)) return answer;
  const found = document.components.responses[answer.$ref.replace('#/components/responses/', '')];
  if (!found) throw new Error(`the document has no ${answer.$ref}`);
  return found;
};

/** The three headers that every answer has are left out here; the headers table lists them. */
const answerRow = (status: string, { description, headers, content = {} }: ResponseObject): readonly (Markup | string)[] => [
  html`<code>${status}</code>`,
  prose(description),
  html`${Object.entries(content).map(([type, { schema }]) => (type === 'application/json' ? typeOf(schema as WireSchema) : html`<code>${type}</code>`))}`,
  html`${Object.keys(headers)
    .slice(3)
    .map((name, index) => html`${index > 0 ? ', ' : ''}<code>${name}</code>`)}`,
];

const examplesOf = (status: string, { content = {} }: ResponseObject): readonly Markup[] =>
  Object.values(content).flatMap(({ examples = {} }) =>
    Object.values(examples).map(
      ({ summary, value }) =>
        html`<details><summary><code>${status}</code> ${summary}</summary>${codeBlock(JSON.stringify(value, null, 2))}</details>`,
    ),
  );

/** A sentence whose `code` is marked with backticks. */
const prose = (text: string): Markup =>
  html`${text.split('`').map((piece, index) => (index % 2 === 1 ? html`<code>${piece}</code>` : piece))}`;

const codeBlock = (text: string): Markup => html`<pre><code>${text}</code></pre>`;

/** A table that scrolls by itself on a narrow page. The first column holds the row headers. */
const table = (heads: readonly string[], rows: readonly (readonly (Markup | string)[])[]): Markup => html`
<div class="wide"><table>
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows.map(([first = '', ...rest]) => html`<tr><th scope="row">${first}</th>${rest.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody>
</table></div>`;

/** The properties of an object as a table: name, type, meaning. */
function fields(schema: WireSchema): Markup {
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
function typeOf(schema: WireSchema): Markup {
  const { $ref, type, items, format, anyOf, enum: options } = schema;
  if (typeof $ref === 'string') return schemaLink($ref.replace('#/components/schemas/', ''));
  if ('const' in schema) return html`<code>${JSON.stringify(schema['const'])}</code>`;
  if (Array.isArray(options)) return html`${options.map((option, index) => html`${index > 0 ? ' | ' : ''}<code>${option}</code>`)}`;
  if (Array.isArray(anyOf)) return html`${anyOf.map((one, index) => html`${index > 0 ? ' or ' : ''}${typeOf(one as WireSchema)}`)}`;
  if (type === 'array') return html`list of ${items ? typeOf(items as WireSchema) : 'anything'}`;
  const name = Array.isArray(type) ? type.join(' or ') : String(type ?? 'any');
  return html`${name}${typeof format === 'string' ? ` (${format})` : ''}`;
}

const schemaLink = (name: string): Markup => html`<a href="#schema-${name}">${name}</a>`;

function meaning({ description, minimum, maximum, default: standard }: WireSchema): Markup {
  const range = typeof minimum === 'number' && typeof maximum === 'number' ? ` From ${minimum} to ${maximum}.` : '';
  const absent = standard === undefined ? '' : ` ${String(standard)} when absent.`;
  return html`${prose(String(description ?? ''))}${description && (range || absent) ? '.' : ''}${range}${absent}`;
}
