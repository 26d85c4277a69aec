import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { recipientFor } from '../extraction/sealed-store.js';
import { askedResource } from '../guards/caller.js';
import { requireCaller } from '../guards/require-caller.js';
import { existing, fromStore } from '../http/refusal.js';
import type { EndedFilter } from '../state/batch-store.js';
import type { Recipient } from '../state/sealing.js';
import type { BatchServices } from './batches.js';
import { jobLine } from './job-answer.js';

/** Jobs that are read from the store at once, each with its result. */
const jobsAtOnce = 20;

/** `/v1/batches/{id}/results` and `/errors`: what has ended of a batch so far, in the order of its lines. */
export function batchResultsRoutes(app: FastifyInstance, services: BatchServices): void {
  const { guard, hooks } = services.telemetry;
  const mayAsk: onRequestAsyncHookHandler[] = [guard, requireCaller(services.authentication, 'jobs')];
  const seen = { ...hooks, onRequest: mayAsk, exposeHeadRoute: true };
  const answer = (statuses: EndedFilter['statuses']) => (request: FastifyRequest, reply: FastifyReply) =>
    send(services, { request, reply, statuses });
  app.get(
    '/v1/batches/:id/results',
    { ...seen, schema: services.operations.batchResults },
    answer(['done', 'failed', 'cancelled', 'expired']),
  );
  app.get('/v1/batches/:id/errors', { ...seen, schema: services.operations.batchErrors }, answer(['failed', 'cancelled', 'expired']));
}

interface ResultsCall {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly statuses: EndedFilter['statuses'];
}

async function send(services: BatchServices, { request, reply, statuses }: ResultsCall): Promise<FastifyReply> {
  const { id, owner } = askedResource(request);
  existing('batch', await fromStore(services.batches.find(owner, id)));
  const recipient = await recipientFor(request, services.keys);
  reply.type('application/jsonl; charset=utf-8');
  if (request.method === 'HEAD') return reply.send('');
  const page = (after: string | undefined) => services.batches.ended(owner, id, { after, limit: jobsAtOnce, statuses });
  return reply.send(Readable.from(lines(page, recipient)));
}

/** The lines, page by page, as fast as the caller reads them. */
async function* lines(
  page: (after: string | undefined) => ReturnType<BatchServices['batches']['ended']>,
  recipient: Recipient,
): AsyncGenerator<string> {
  for (let jobs = await page(undefined); jobs.length > 0; jobs = await page(jobs.at(-1)?.id))
    for (const job of jobs) yield `${jobLine(job, recipient)}\n`;
}
