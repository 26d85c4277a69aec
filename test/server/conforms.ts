import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import { wireSchemas } from '../../server/index.js';

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

const ajv = new Ajv2020({
  allErrors: true,
  strict: false,
  formats: {
    'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
    uri: (text: string) => URL.canParse(text),
  },
});
const validators = Object.fromEntries(Object.entries(wireSchemas).map(([name, schema]) => [name, ajv.compile(schema)]));

/** Holds an answer against the closed schemas of the specification and the headers that every answer carries. */
export function expectConforms({ status, headers, body }: Answer, path: string): void {
  expect(headers['content-type']).toMatch(/^application\/json(; charset=utf-8)?$/);
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['x-request-id']).toMatch(/^\S+$/);
  if (status === 429 || status === 503) expect(headers['retry-after']).toMatch(/^[1-9]\d*$/);
  const validate = validators[schemaName(status, path.replace(/\?.*$/, ''))];
  expect(validate?.(body) ? [] : (validate?.errors ?? [`no schema for ${path}`])).toEqual([]);
}

function schemaName(status: number, path: string): keyof typeof wireSchemas {
  if (path === '/health' && status === 503) return 'unhealthy';
  if (status !== 200) return 'refusal';
  const probes = { '/health': 'health', '/livez': 'alive', '/readyz': 'ready' } as const;
  if (path in probes) return probes[path as keyof typeof probes];
  return path === '/' ? 'info' : 'extraction';
}
