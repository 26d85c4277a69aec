import { html, type Markup, nothing } from '../http/html.js';
import { codeBlock, fields, prose, table, typeOf } from './blocks.js';
import type { MediaType, OpenApi, OpenApiReference, Operation, Parameter, ResponseObject } from './openapi/types.js';

/** One operation: its parameters, requests to copy, and every possible answer. */
export function operation(document: OpenApi, path: string, method: string, described: Operation): Markup {
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

export const parameterTable = (parameters: readonly Parameter[]): Markup =>
  html`<h4>Parameters</h4>${table(
    ['name', 'in', 'meaning'],
    parameters.map(({ name, in: where, required, description }) => [
      html`<code>${name}</code>`,
      html`${where}${required ? html` <span class="required">required</span>` : nothing}`,
      prose(description),
    ]),
  )}`;

/** The fields of a form, or the members of a body of JSON. */
function body({ 'multipart/form-data': form, 'application/json': json }: Readonly<Record<string, MediaType>>): Markup {
  if (form) return html`<h4>Form fields</h4>${fields(form.schema)}`;
  if (json) return html`<h4>Body, in JSON</h4>${fields(json.schema)}`;
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
  html`${Object.entries(content).map(([type, { schema }]) => (type === 'application/json' ? typeOf(schema) : html`<code>${type}</code>`))}`,
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
