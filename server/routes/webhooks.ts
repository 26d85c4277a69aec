import type { FastifyInstance, FastifyReply, FastifyRequest, RouteGenericInterface } from 'fastify';
import { askedResource, ownerOf, requiredCallerOf } from '../guards/caller.js';
import { ratedCallers, requireCaller } from '../guards/require-caller.js';
import { fromStore, Refusal } from '../http/refusal.js';
import { readsJsonOnly } from '../http/request.js';
import { newId } from '../jobs/job-id.js';
import { newEndpointId, newEndpointSecret, openEndpoint, sealEndpoint, withNewSecret } from '../jobs/webhooks/endpoint.js';
import type { AllowedNetworks } from '../jobs/webhooks/reachable.js';
import { type SealingServices, unlessSealedOtherwise } from '../state/sealing.js';
import { type EndpointRecord, type MessageRecord, subscribableTypes, type WebhookStore } from '../state/webhook-store.js';
import type { MessagesQuery } from '../wire/queries.js';
import type { MessageBody, MessagesBody, NewWebhookBody, WebhookBody } from '../wire/webhooks.js';
import type { ExtractServices } from './extract.js';
import { newWebhook, replayWishes, webhookChanges } from './webhook-form.js';

export interface WebhookServices
  extends Pick<ExtractServices, 'operations' | 'telemetry' | 'rates' | 'rateLimit' | 'rateLimitPerKey' | 'authentication'>,
    SealingServices {
  readonly webhooks: WebhookStore;
  /** Networks that may be called although they are none of the internet's. */
  readonly allowed: AllowedNetworks;
}

/** `/v1/webhooks`: where callers with the scope `jobs` are told how their jobs ended. */
export async function webhooksRoutes(app: FastifyInstance, services: WebhookServices): Promise<void> {
  await app.register(async (scope) => {
    readsJsonOnly(scope);
    const { operations } = services;
    const { guard, hooks } = services.telemetry;
    const mayAsk = { ...hooks, onRequest: [guard, requireCaller(services.authentication, 'jobs')] };
    // What is sent because of it reaches servers of others.
    const maySend = { ...hooks, onRequest: ratedCallers(services, 'jobs') };
    const seen = { ...mayAsk, exposeHeadRoute: true };
    const by =
      <Route extends RouteGenericInterface>(
        answer: (services: WebhookServices, request: FastifyRequest<Route>) => Promise<object>,
        code = 200,
      ) =>
      async (request: FastifyRequest<Route>, reply: FastifyReply) => {
        reply.code(code);
        return answer(services, request);
      };
    scope.post('/v1/webhooks', { ...maySend, schema: operations.registerWebhook }, by(register, 201));
    scope.get('/v1/webhooks', { ...seen, schema: operations.webhooks }, by(list));
    scope.get('/v1/webhooks/:id', { ...seen, schema: operations.webhook }, by(show));
    scope.patch('/v1/webhooks/:id', { ...mayAsk, schema: operations.changeWebhook }, by(change));
    scope.delete('/v1/webhooks/:id', { ...mayAsk, schema: operations.removeWebhook }, by(remove));
    scope.post('/v1/webhooks/:id/secret', { ...maySend, schema: operations.rotateWebhookSecret }, by(rotate));
    scope.post('/v1/webhooks/:id/test', { ...maySend, schema: operations.testWebhook }, by(test, 202));
    scope.post('/v1/webhooks/:id/replay', { ...maySend, schema: operations.replayWebhook }, by(replay, 202));
    scope.get<{ Querystring: MessagesQuery }>('/v1/webhooks/:id/messages', { ...seen, schema: operations.webhookMessages }, by(messages));
  });
}

/** How many endpoints a caller may have. */
const mostEndpoints = 20;

async function register(services: WebhookServices, request: FastifyRequest): Promise<NewWebhookBody> {
  const { url, events = subscribableTypes, description = '' } = newWebhook(request.body, services.allowed);
  const [id, secret, key] = [newEndpointId(), newEndpointSecret(), await fromStore(services.workersKey())];
  const sealed = sealEndpoint(key, id, { url, description, secrets: [{ secret, until: null }] });
  const owner = ownerOf(requiredCallerOf(request));
  if (!(await fromStore(services.webhooks.add({ id, owner, events: [...events, 'webhook.test'], sealed }, mostEndpoints))))
    throw new Refusal(
      'TOO_MANY_WEBHOOKS',
      `There are ${mostEndpoints} webhooks already, which is the most: delete one that is no longer needed`,
    );
  return { ...webhookBody(key, await found(services, request, id)), secret };
}

async function list(services: WebhookServices, request: FastifyRequest): Promise<{ readonly webhooks: readonly WebhookBody[] }> {
  const key = await fromStore(services.workersKey());
  const endpoints = await fromStore(services.webhooks.list(ownerOf(requiredCallerOf(request))));
  return { webhooks: endpoints.map((endpoint) => webhookBody(key, endpoint)) };
}

const show = async (services: WebhookServices, request: FastifyRequest): Promise<WebhookBody> =>
  webhookBody(await fromStore(services.workersKey()), await found(services, request));

async function change(services: WebhookServices, request: FastifyRequest): Promise<WebhookBody> {
  const { enabled, events, ...changes } = webhookChanges(request.body, services.allowed);
  const [key, endpoint] = [await fromStore(services.workersKey()), await found(services, request)];
  const sealed = Object.keys(changes).length > 0 && sealEndpoint(key, endpoint.id, { ...opened(key, endpoint), ...changes });
  const changed = await fromStore(
    services.webhooks.change(endpoint.owner, endpoint.id, {
      ...(events && { events: [...events, 'webhook.test'] }),
      ...(sealed && { sealed }),
      ...(enabled !== undefined && { disabledWhy: enabled ? null : 'Its owner has switched it off' }),
    }),
  );
  return webhookBody(key, changed ?? missing());
}

async function remove(services: WebhookServices, request: FastifyRequest): Promise<WebhookBody> {
  const [key, endpoint] = [await fromStore(services.workersKey()), await found(services, request)];
  await fromStore(services.webhooks.remove(endpoint.owner, endpoint.id));
  return webhookBody(key, endpoint);
}

/** How long a former secret still signs. */
const overlapMs = 86_400_000;

/** Gives an endpoint a new secret, beside which the former one signs for a day, so that receivers can change over. */
async function rotate(services: WebhookServices, request: FastifyRequest): Promise<NewWebhookBody> {
  const [key, endpoint] = [await fromStore(services.workersKey()), await found(services, request)];
  const secret = newEndpointSecret();
  const sealed = sealEndpoint(key, endpoint.id, withNewSecret(opened(key, endpoint), secret, Date.now(), overlapMs));
  const changed = await fromStore(services.webhooks.change(endpoint.owner, endpoint.id, { sealed }));
  return { ...webhookBody(key, changed ?? missing()), secret };
}

async function test(services: WebhookServices, request: FastifyRequest): Promise<{ readonly message: string }> {
  const { id, owner } = mustBeOn(await found(services, request));
  const event = { id: newId('msg'), type: 'webhook.test', about: id } as const;
  await fromStore(services.webhooks.announce(owner, id, event));
  return { message: event.id };
}

async function replay(services: WebhookServices, request: FastifyRequest): Promise<{ readonly replayed: number }> {
  const which = replayWishes(request.body);
  const { id, owner } = mustBeOn(await found(services, request));
  const replayed = await fromStore(services.webhooks.replay(owner, id, which));
  if (replayed === 0 && 'message' in which)
    throw new Refusal('NOT_FOUND', 'There is no such message of this webhook: messages are kept for 30 days');
  return { replayed };
}

async function messages(services: WebhookServices, request: FastifyRequest<{ Querystring: MessagesQuery }>): Promise<MessagesBody> {
  const { status, cursor, limit } = request.query;
  const { id, owner } = await found(services, request);
  const page = await fromStore(services.webhooks.messages(owner, id, { status, after: cursor, limit }));
  return { messages: page.messages.map(messageBody), next: page.next ?? null };
}

async function found({ webhooks }: WebhookServices, request: FastifyRequest, made?: string): Promise<EndpointRecord> {
  const { id, owner } = askedResource(request);
  return (await fromStore(webhooks.find(owner, made ?? id))) ?? missing();
}

function missing(): never {
  throw new Refusal('NOT_FOUND', 'There is no such webhook: its id is wrong, or it belongs to another caller');
}

function mustBeOn(endpoint: EndpointRecord): EndpointRecord {
  if (endpoint.disabledWhy === null) return endpoint;
  throw new Refusal(
    'WEBHOOK_DISABLED',
    'This webhook is switched off, and its "disabled_why" says why. Switch it on first: PATCH it with {"enabled": true}',
  );
}

function opened(key: Uint8Array, { id, sealed }: EndpointRecord): ReturnType<typeof openEndpoint> {
  try {
    return openEndpoint(key, id, sealed);
  } catch (cause) {
    const detail = 'This webhook was sealed with another secret of the workers and cannot be read: delete it, and register it again';
    throw new Refusal('WEBHOOK_UNREADABLE', detail, {}, { cause });
  }
}

function webhookBody(key: Uint8Array, endpoint: EndpointRecord): WebhookBody {
  const config = unlessSealedOtherwise(() => openEndpoint(key, endpoint.id, endpoint.sealed));
  return {
    id: endpoint.id,
    url: config?.url ?? null,
    description: config?.description ?? '',
    events: endpoint.events.filter((type) => type !== 'webhook.test'),
    enabled: endpoint.disabledAt === null,
    disabled_at: endpoint.disabledAt?.toISOString() ?? null,
    disabled_why: endpoint.disabledWhy,
    failing_since: endpoint.failingSince?.toISOString() ?? null,
    created_at: endpoint.createdAt.toISOString(),
  };
}

const messageBody = ({ id, type, about, status, createdAt, dueAt, attempts }: MessageRecord): MessageBody => ({
  id,
  type,
  about,
  status,
  created_at: createdAt.toISOString(),
  next_attempt_at: dueAt?.toISOString() ?? null,
  attempts: attempts.map(({ at, ...attempt }) => ({ at: at.toISOString(), ...attempt })),
});
