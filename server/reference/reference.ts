import { html, type Markup, nothing } from '../http/html.js';
import { codeBlock, fields, prose, table, typeOf } from './blocks.js';
import type { Guide } from './guide.js';
import type { OpenApi, Operation, WebhookItem } from './openapi/types.js';
import { operation, parameterTable } from './operation.js';
import { page } from './page.js';

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
${all.filter(({ operation: { tags } }) => tags.includes(name)).map((listed) => operation(document, listed.path, listed.method, listed.operation))}`,
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
