import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requiredCallerOf } from '../guards/caller.js';
import { ratedCallers, requireCaller } from '../guards/require-caller.js';
import { badRequest, fromStore, Refusal } from '../http/refusal.js';
import { newId } from '../jobs/job-id.js';
import { newEndpointId, newEndpointSecret, openEndpoint, sealEndpoint, withNewSecret } from '../jobs/webhooks/endpoint.js';
import type { AllowedNetworks } from '../jobs/webhooks/reachable.js';
import { type EndpointRecord, type WebhookStore } from '../state/webhook-store.js';
import type { MessagesQuery } from '../wire/queries.js';
import type { MessagesBody, NewWebhookBody, WebhookBody } from '../wire/webhooks.js';
import type { ExtractDoor } from './extract.js';
import { ownerOf } from './jobs.js';
import { messageBody, webhookBody } from './webhook-answer.js';
import { announced, newWebhook, replayWishes, webhookChanges } from './webhook-form.js';

export interface WebhooksDoor
  extends Pick<ExtractDoor, 'operations' | 'telemetry' | 'rates' | 'rateLimit' | 'rateLimitPerKey' | 'entrance'> {
  readonly webhooks: WebhookStore;
  /** With which endpoints are sealed for who sends. */
  readonly workersKey: () => Promise<Uint8Array>;
  /** Networks that may be called although they are none of the internet's. */
  readonly allowed: AllowedNetworks;
}

/** `/v1/webhooks`: where callers with the scope `jobs` are told how their jobs ended. */
export function webhooksRoutes(app: FastifyInstance, door: WebhooksDoor): void {
  void app.register(async (scope) => {
    readsJsonOnly(scope);
    const { operations } = door;
    const { guard, hooks } = door.telemetry;
    const mayAsk = { ...hooks, onRequest: [guard, requireCaller(door.entrance, 'jobs')] };
    // What is sent because of it reaches servers of others.
    const maySend = { ...hooks, onRequest: ratedCallers(door, 'jobs') };
    scope.post('/v1/webhooks', { ...maySend, schema: operations.registerWebhook }, async (request, reply) => {
      reply.code(201);
      return register(door, request);
    });
    scope.get('/v1/webhooks', { ...mayAsk, schema: operations.webhooks, exposeHeadRoute: true }, async (request) => list(door, request));
    scope.get('/v1/webhooks/:id', { ...mayAsk, schema: operations.webhook, exposeHeadRoute: true }, async (request) => show(door, request));
    scope.patch('/v1/webhooks/:id', { ...mayAsk, schema: operations.changeWebhook }, async (request) => change(door, request));
    scope.delete('/v1/webhooks/:id', { ...mayAsk, schema: operations.removeWebhook }, async (request) => remove(door, request));
    scope.post('/v1/webhooks/:id/secret', { ...maySend, schema: operations.rotateWebhookSecret }, async (request) => rotate(door, request));
    scope.post('/v1/webhooks/:id/test', { ...maySend, schema: operations.testWebhook }, async (request, reply) => {
      reply.code(202);
      return test(door, request);
    });
    scope.post('/v1/webhooks/:id/replay', { ...maySend, schema: operations.replayWebhook }, async (request, reply) => {
      reply.code(202);
      return replay(door, request);
    });
    scope.get<{ Querystring: MessagesQuery }>(
      '/v1/webhooks/:id/messages',
      { ...mayAsk, schema: operations.webhookMessages, exposeHeadRoute: true },
      async (request) => messages(door, request),
    );
  });
}

const bodyLimit = 16_384;

/** A form is no JSON; what a scope reads is its own. */
function readsJsonOnly(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('application/json', { parseAs: 'string', bodyLimit }, (_request, text, done) => {
    try {
      done(null, JSON.parse(String(text)));
    } catch {
      done(badRequest('The body is not valid JSON'));
    }
  });
  scope.addContentTypeParser('*', (_request, _payload, done) => done(new Refusal(415, 'The request must be application/json')));
}

/** How many endpoints a caller may have. */
const mostEndpoints = 20;

async function register(door: WebhooksDoor, request: FastifyRequest): Promise<NewWebhookBody> {
  const { url, events = announced, description = '' } = newWebhook(request.body, door.allowed);
  const [id, secret, key] = [newEndpointId(), newEndpointSecret(), await fromStore(door.workersKey())];
  const sealed = sealEndpoint(key, id, { url, description, secrets: [{ secret, until: null }] });
  const owner = ownerOf(requiredCallerOf(request));
  if (!(await fromStore(door.webhooks.add({ id, owner, events: [...events, 'webhook.test'], sealed }, mostEndpoints))))
    throw new Refusal(409, `There are ${mostEndpoints} webhooks already, which is the most: delete one that is no longer needed`);
  return { ...webhookBody(key, await found(door, request, id)), secret };
}

async function list(door: WebhooksDoor, request: FastifyRequest): Promise<{ readonly webhooks: readonly WebhookBody[] }> {
  const key = await fromStore(door.workersKey());
  const endpoints = await fromStore(door.webhooks.list(ownerOf(requiredCallerOf(request))));
  return { webhooks: endpoints.map((endpoint) => webhookBody(key, endpoint)) };
}

const show = async (door: WebhooksDoor, request: FastifyRequest): Promise<WebhookBody> =>
  webhookBody(await fromStore(door.workersKey()), await found(door, request));

async function change(door: WebhooksDoor, request: FastifyRequest): Promise<WebhookBody> {
  const { enabled, events, ...said } = webhookChanges(request.body, door.allowed);
  const [key, endpoint] = [await fromStore(door.workersKey()), await found(door, request)];
  const sealed = Object.keys(said).length > 0 && sealEndpoint(key, endpoint.id, { ...opened(key, endpoint), ...said });
  const changed = await fromStore(
    door.webhooks.change(endpoint.owner, endpoint.id, {
      ...(events && { events: [...events, 'webhook.test'] }),
      ...(sealed && { sealed }),
      ...(enabled !== undefined && { disabledWhy: enabled ? null : 'Its owner has switched it off' }),
    }),
  );
  return webhookBody(key, changed ?? missing());
}

async function remove(door: WebhooksDoor, request: FastifyRequest): Promise<WebhookBody> {
  const [key, endpoint] = [await fromStore(door.workersKey()), await found(door, request)];
  await fromStore(door.webhooks.remove(endpoint.owner, endpoint.id));
  return webhookBody(key, endpoint);
}

/** How long a former secret still signs. */
const overlapMs = 86_400_000;

/** Gives an endpoint a new secret, beside which the former one signs for a day, so that receivers can change over. */
async function rotate(door: WebhooksDoor, request: FastifyRequest): Promise<NewWebhookBody> {
  const [key, endpoint] = [await fromStore(door.workersKey()), await found(door, request)];
  const secret = newEndpointSecret();
  const sealed = sealEndpoint(key, endpoint.id, withNewSecret(opened(key, endpoint), secret, Date.now(), overlapMs));
  const changed = await fromStore(door.webhooks.change(endpoint.owner, endpoint.id, { sealed }));
  return { ...webhookBody(key, changed ?? missing()), secret };
}

async function test(door: WebhooksDoor, request: FastifyRequest): Promise<{ readonly message: string }> {
  const { id, owner } = mustBeOn(await found(door, request));
  const event = { id: newId('msg'), type: 'webhook.test', about: id } as const;
  await fromStore(door.webhooks.announce(owner, id, event));
  return { message: event.id };
}

async function replay(door: WebhooksDoor, request: FastifyRequest): Promise<{ readonly replayed: number }> {
  const which = replayWishes(request.body);
  const { id, owner } = mustBeOn(await found(door, request));
  const replayed = await fromStore(door.webhooks.replay(owner, id, which));
  if (replayed === 0 && 'message' in which)
    throw new Refusal(404, 'There is no such message of this webhook: messages are kept for 30 days');
  return { replayed };
}

async function messages(door: WebhooksDoor, request: FastifyRequest<{ Querystring: MessagesQuery }>): Promise<MessagesBody> {
  const { status, cursor, limit } = request.query;
  const { id, owner } = await found(door, request);
  const page = await fromStore(door.webhooks.messages(owner, id, { status, after: cursor, limit }));
  return { messages: page.messages.map(messageBody), next: page.next ?? null };
}

async function found({ webhooks }: WebhooksDoor, request: FastifyRequest, id = idIn(request)): Promise<EndpointRecord> {
  return (await fromStore(webhooks.find(ownerOf(requiredCallerOf(request)), id))) ?? missing();
}

const idIn = ({ params }: FastifyRequest): string => (params as Readonly<Record<string, string | undefined>>)['id'] ?? '';

function missing(): never {
  throw new Refusal(404, 'There is no such webhook: its id is wrong, or it belongs to another caller');
}

function mustBeOn(endpoint: EndpointRecord): EndpointRecord {
  if (endpoint.disabledWhy === null) return endpoint;
  throw new Refusal(
    409,
    'This webhook is switched off, and its "disabled_why" says why. Switch it on first: PATCH it with {"enabled": true}',
  );
}

function opened(key: Uint8Array, { id, sealed }: EndpointRecord): ReturnType<typeof openEndpoint> {
  try {
    return openEndpoint(key, id, sealed);
  } catch (cause) {
    const detail = 'This webhook was sealed with another secret of the workers and cannot be read: delete it, and register it again';
    throw new Refusal(409, detail, {}, { cause });
  }
}
