import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { requireCaller } from '../../guards/callers/require-caller.js';
import { fromStore } from '../../guards/from-store.js';
import type { EndedFilter } from '../../jobs/batches/batch-store.js';
import { type Recipient, recipientOf } from '../../jobs/sealing/recipient.js';
import { sealingSecretOf } from '../answers/sealed-store.js';
import { jobLine } from '../jobs/job-answer.js';
import { askedFor, type BatchesDoor, existing } from './batches.js';

/** Jobs that are read from the store at once, each with its result. */
const jobsAtOnce = 20;

/** `/v1/batches/{id}/results` and `/errors`: what has ended of a batch so far, in the order of its lines. */
export function batchResultsRoutes(app: FastifyInstance, door: BatchesDoor): void {
  const { guard, hooks } = door.telemetry;
  const mayAsk: onRequestAsyncHookHandler[] = [guard, requireCaller(door.entrance, 'jobs')];
  const seen = { ...hooks, onRequest: mayAsk, exposeHeadRoute: true };
  const answer = (statuses: EndedFilter['statuses']) => (request: FastifyRequest, reply: FastifyReply) =>
    send(door, { request, reply, statuses });
  app.get('/v1/batches/:id/results', seen, answer(['done', 'failed', 'cancelled', 'expired']));
  app.get('/v1/batches/:id/errors', seen, answer(['failed', 'cancelled', 'expired']));
}

interface ResultsCall {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly statuses: EndedFilter['statuses'];
}

async function send(door: BatchesDoor, { request, reply, statuses }: ResultsCall): Promise<FastifyReply> {
  const { id, owner } = askedFor(request);
  existing(await fromStore(door.batches.find(owner, id)));
  const recipient = recipientOf(await sealingSecretOf(request, door.keys));
  reply.type('application/jsonl; charset=utf-8');
  if (request.method === 'HEAD') return reply.send('');
  const page = (after: string | undefined) => door.batches.ended(owner, id, { after, limit: jobsAtOnce, statuses });
  return reply.send(Readable.from(lines(page, recipient)));
}

/** The lines, page by page, as fast as the caller reads them. */
async function* lines(
  page: (after: string | undefined) => ReturnType<BatchesDoor['batches']['ended']>,
  recipient: Recipient,
): AsyncGenerator<string> {
  for (let jobs = await page(undefined); jobs.length > 0; jobs = await page(jobs.at(-1)?.id))
    for (const job of jobs) yield `${jobLine(job, recipient)}\n`;
}
