import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { type SealingServices, unlessSealedOtherwise } from '../../state/sealing.js';
import type { AttemptRecord, ClaimedMessage, WebhookStore } from '../../state/webhook-store.js';
import type { Telemetry } from '../../telemetry/follow.js';
import { openRequest } from '../sealed-job.js';
import { workWhile } from '../worker.js';
import { openEndpoint, validSecrets } from './endpoint.js';
import { answerMs, eventBody, post, signatureHeaders } from './post.js';
import { type AllowedNetworks, UnreachableAddress } from './reachable.js';
import { outcomeOf } from './retry-schedule.js';

export interface SenderParts extends SealingServices {
  readonly webhooks: WebhookStore;
  readonly allowed: AllowedNetworks;
  readonly telemetry: Pick<Telemetry, 'startWork' | 'tell'>;
}

/** Messages at a time: a sender mostly waits for receivers, of whom some are slow. */
const concurrency = 64;

/** Starts to send what is to be told, while the app runs. */
export function startSender(app: FastifyInstance, { webhooks, workersKey, allowed, telemetry }: SenderParts): void {
  const sender = { webhooks, key: workersKey, allowed, telemetry, log: app.log };
  workWhile<ClaimedMessage>(app, {
    what: 'webhook message',
    claim: (most, leaseMs) => webhooks.claim(most, leaseMs),
    concurrency: () => concurrency,
    run: (message, closing) => deliver(sender, message, closing),
  });
}

export interface Sender {
  readonly webhooks: Pick<WebhookStore, 'conclude'>;
  /** With which endpoints are sealed. */
  readonly key: () => Promise<Uint8Array>;
  readonly allowed: AllowedNetworks;
  readonly log: FastifyBaseLogger;
  readonly telemetry: Pick<Telemetry, 'startWork' | 'tell'>;
}

/** Delivers one message, or learns that it must be tried again. A process that ends leaves the rest to the lease. Never rejects. */
export async function deliver(sender: Sender, message: ClaimedMessage, closing: AbortSignal): Promise<void> {
  const { webhooks, key, allowed, telemetry } = sender;
  const { run, event, endpoint, attempts, cause } = message;
  const log = sender.log.child({ webhook: endpoint.id, message: event.id });
  try {
    const secret = await key();
    // Where it was sealed with another secret, whoever runs the job deals with that.
    const trace = cause ? unlessSealedOtherwise(() => openRequest(secret, cause.id, cause.request).trace) : undefined;
    const work = { message: event.id, webhook: endpoint.id, event: event.type, attempts, trace };
    const followed = telemetry.startWork({ kind: 'delivery', ...work });
    const attempt = await attemptToSend(message, { secret, allowed, signal: closing });
    const isCut = closing.aborted && attempt.status === null;
    const outcome = outcomeOf(attempt, message);
    followed.ended(isCut ? { result: 'again' } : { result: outcome.kind, ...failureOf(attempt) });
    if (isCut) return;
    const isOurs = await webhooks.conclude(run, attempt, outcome);
    telemetry.tell({ kind: 'delivery', result: outcome.kind });
    if (isOurs && outcome.kind === 'switched off') log.warn({ why: outcome.why }, 'a webhook endpoint was switched off');
    else if (isOurs && outcome.kind === 'given up') log.warn({ error: attempt.error }, 'a webhook message was given up');
  } catch (error) {
    log.error({ err: error }, 'what became of a webhook message could not be noted; it is sent again when its lease is over');
  }
}

function failureOf({ status, error }: AttemptRecord): { readonly failure?: string; readonly status?: number } {
  if (status === null) return { failure: '_OTHER' };
  return { status, ...(error !== null && { failure: String(status) }) };
}

interface SendTerms {
  readonly secret: Uint8Array;
  readonly allowed: AllowedNetworks;
  readonly signal: AbortSignal;
}

async function attemptToSend({ event, endpoint }: ClaimedMessage, { secret, allowed, signal }: SendTerms): Promise<AttemptRecord> {
  const began = performance.now();
  const ended = (status: number | null, error: string | null): AttemptRecord => ({ status, ms: performance.now() - began, error });
  try {
    const now = Date.now();
    const config = unlessSealedOtherwise(() => openEndpoint(secret, endpoint.id, endpoint.sealed));
    if (!config) return ended(null, 'The receiver was not called: its address is sealed with another secret than VOUCH_JOBS_SECRET here');
    const signed = { id: event.id, timestamp: Math.floor(now / 1_000), body: eventBody(event) };
    const secrets = validSecrets(config, now).map((valid) => valid.secret);
    const status = await post(config.url, { headers: signatureHeaders(signed, secrets), body: signed.body }, { allowed, signal });
    return ended(status, status >= 200 && status < 300 ? null : refusedWith(status));
  } catch (error) {
    return ended(null, wordsOf(error));
  }
}

const refusedWith = (status: number): string =>
  status >= 300 && status < 400
    ? `The receiver answered ${status}: redirects are not followed, register the address that it leads to`
    : `The receiver answered ${status}`;

/** Without the address, which may contain a secret. */
function wordsOf(error: unknown): string {
  if (error instanceof UnreachableAddress) return `The receiver was not called: ${error.message}`;
  const { code, name } = error as NodeJS.ErrnoException;
  if (name === 'TimeoutError' || code === 'ABORT_ERR') return `The receiver did not answer within ${answerMs / 1_000} s`;
  return knownFailures[code ?? ''] ?? `The receiver could not be called${code ? ` (${code})` : ''}`;
}

const knownFailures: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The receiver refused the connection',
  ECONNRESET: 'The receiver closed the connection without an answer',
  CERT_HAS_EXPIRED: 'The certificate of the receiver has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate of the receiver is signed by itself',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The certificate of the receiver cannot be verified',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate of the receiver is for another name',
};
