import type { FastifyInstance } from 'fastify';
import { type About, about } from '../about.js';
import { bodyBytes, type Limits } from '../limits.js';
import { inclusions } from '../wire.js';
import { wireSchemas } from '../wire-schemas.js';

export const openapiPath = '/openapi.json';

/** `GET /openapi.json`: the endpoints as an OpenAPI 3.1 document, made from the schemas that the answers are tested against. */
export function openapiRoute(app: FastifyInstance, limits: Limits): void {
  const description = describe(about(), limits);
  app.get(openapiPath, { exposeHeadRoute: true }, async () => description);
}

const json = (schema: unknown) => ({ 'application/json': { schema } });
const answer = (description: string, schema: unknown) => ({ description, content: json(schema) });
const refusals = (statuses: Readonly<Record<number, string>>) =>
  Object.fromEntries(Object.entries(statuses).map(([status, meaning]) => [status, answer(meaning, wireSchemas.refusal)]));

function describe({ name, version, description }: About, limits: Limits) {
  return {
    openapi: '3.1.0',
    info: { title: name, version, description },
    paths: {
      '/v1/extract': {
        post: extraction('Extract structured data from a document', limits, {
          security: [{ key: [] }],
          parameters: [idempotencyKey],
        }),
      },
      '/v1/playground': { post: extraction('Try an extraction without a key, from an allowed page', limits, {}) },
      '/health': {
        get: {
          summary: 'Health check',
          responses: { 200: answer('Healthy', wireSchemas.health), 503: answer('Unwell', wireSchemas.unhealthy) },
        },
      },
      '/livez': { get: { summary: 'Whether the process runs', responses: { 200: answer('It does', wireSchemas.alive) } } },
      '/readyz': {
        get: {
          summary: 'Whether requests should be sent here',
          responses: { 200: answer('They should', wireSchemas.ready), ...refusals({ 503: 'Not now' }) },
        },
      },
      '/': { get: { summary: 'What this service is', responses: { 200: answer('About the service', wireSchemas.info) } } },
    },
    components: { securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'An API key: `pk_...`' } } },
  };
}

function extraction(summary: string, limits: Limits, access: Readonly<Record<string, unknown>>) {
  return {
    summary,
    ...access,
    requestBody: { required: true, content: { 'multipart/form-data': { schema: form(limits) } } },
    responses: {
      200: answer('An extraction, or the reason why there is none', wireSchemas.extraction),
      ...refusals({
        400: 'The form, the file type or the schema cannot be used',
        401: 'The API key is invalid or missing',
        403: 'The origin is not allowed (playground)',
        409: 'The Idempotency-Key is still being worked on, or was used for another request (extract)',
        413: `The file or the body is too large (the body may be ${bodyBytes(limits)} bytes)`,
        415: 'The body is not multipart/form-data',
        429: 'Too many requests, or the credits of the day are used up (playground)',
        503: 'The service is busy or cannot reach its state',
      }),
    },
  };
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  schema: { type: 'string', pattern: '^[!-~]{1,255}$' },
  description: 'Of your own making: for 24 hours the same request under it gets the same answer, and the work is done once',
};

const form = ({ fileBytes, fieldBytes }: Limits) => ({
  type: 'object',
  required: ['file', 'output_schema'],
  properties: {
    file: { type: 'string', format: 'binary', description: `PDF or DOCX, at most ${fileBytes} bytes` },
    output_schema: { type: 'string', description: `A JSON Schema as a string, at most ${fieldBytes} bytes` },
    confidence_threshold: { type: 'number', minimum: 0, maximum: 1, default: 0.85 },
    enable_verification: { type: 'boolean', default: false },
    include: { enum: inclusions, description: 'boxes: field confidence entries say where on the page their text stands' },
  },
});
