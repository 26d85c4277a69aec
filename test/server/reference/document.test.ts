import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { type EventType, openMetrics, openStore } from '../../../server/index.js';
import { eventBody, signatureHeaders } from '../../../server/jobs/webhooks/post.js';
import type { MediaType } from '../../../server/reference/types.js';
import { eventTypes } from '../../../server/state/webhook-store.js';
import { document, faultsOf } from '../support/conforms.js';
import { call, openDoor } from '../support/door.js';
import { metricsToken } from '../telemetry/watched-server.js';

const emitted = async (options = {}) => (await call(await openDoor(options), { url: '/openapi.json' })).body;

describe('GET /openapi.json', () => {
  it('is OpenAPI 3.1 to a validator that is not ours', async () => {
    const validator = new Validator();
    expect(await validator.validate(structuredClone(await emitted()))).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  it('is the document that all answers of the tests are held against', async () => {
    const metrics = openMetrics();
    expect(await emitted({ metrics, metricsToken })).toEqual(JSON.parse(JSON.stringify(document)));
  });

  it('is the same as YAML', async () => {
    const app = await openDoor();
    const { body } = await call(app, { url: '/openapi.yaml' });
    expect(parse(body)).toEqual((await call(app, { url: '/openapi.json' })).body);
  });

  it('has the paths and methods of the server, all of them', async () => {
    const app = await openDoor();
    const { paths } = (await call(app, { url: '/openapi.json' })).body;
    expect((await call(app, { url: '/none' })).body.detail).toBe(
      `Not found: the paths are ${Object.keys(paths)
        .map((path) => path.replace(/\{(\w+)\}/, ':$1'))
        .join(', ')}`,
    );
    for (const [path, item] of Object.entries(paths as Record<string, object>)) {
      const { headers } = await call(app, { method: 'PUT', url: path.replace(/\{\w+\}/, 'x') });
      const allowed = String(headers['allow']).toLowerCase().split(', ');
      expect([path, allowed.filter((method) => method !== 'head')]).toEqual([path, Object.keys(item)]);
    }
  });

  it('says what webhooks are sent, event by event, as it is sent', async () => {
    const { webhooks = {} } = document;
    expect(Object.keys(webhooks)).toEqual(eventTypes);
    for (const [type, { post }] of Object.entries(webhooks)) {
      const { schema, examples } = post.requestBody.content['application/json'] ?? { schema: {} };
      const value = examples?.['shown']?.value as { readonly data: { readonly id: string }; readonly timestamp: string };
      const event = { id: 'msg_1', type: type as EventType, about: value.data.id, createdAt: new Date(value.timestamp) };
      expect(value).toEqual(JSON.parse(eventBody(event)));
      expect(faultsOf(schema, value)).toEqual([]);
      expect(post.parameters.map(({ name }) => name)).toEqual(Object.keys(signatureHeaders({ id: 'msg_1', timestamp: 0, body: '' }, [])));
    }
    const { webhooks: _, ...store } = openStore('memory:');
    onTestFinished(() => store.close());
    expect(await emitted({ store })).not.toHaveProperty('webhooks');
  });

  it('does not speak of metrics where none are shown', async () => {
    expect(JSON.stringify(await emitted())).not.toContain('etrics');
  });

  it('shows answers that have the schema that stands beside them', () => {
    const content = (all: Readonly<Record<string, { readonly content?: Readonly<Record<string, MediaType>> }>>) =>
      Object.values(all).flatMap((answer) => Object.values(answer.content ?? {}));
    const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
    const media = [...content(document.components.responses), ...operations.flatMap(({ responses }) => content(responses as never))];
    const shown = media.flatMap(({ schema, examples = {} }) => Object.values(examples).map(({ value }) => faultsOf(schema, value)));
    expect(shown.length).toBeGreaterThan(30);
    expect(shown.flat()).toEqual([]);
  });
});
