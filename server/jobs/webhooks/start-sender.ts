import type { FastifyInstance } from 'fastify';
import type { Telemetry } from '../../telemetry/follow.js';
import { workWhile } from '../worker.js';
import { deliver } from './deliver.js';
import type { AllowedNetworks } from './reachable.js';
import type { TakenMessage, WebhookStore } from './webhook-store.js';

export interface SenderParts {
  readonly webhooks: WebhookStore;
  readonly workersKey: () => Promise<Uint8Array>;
  readonly allowed: AllowedNetworks;
  readonly telemetry: Pick<Telemetry, 'took' | 'tell'>;
}

/** Messages at a time: a sender mostly waits for receivers. */
const concurrency = 16;

/** Starts to send what is to be told, while the app runs. */
export function startSender(app: FastifyInstance, { webhooks, workersKey, allowed, telemetry }: SenderParts): void {
  const sender = { webhooks, key: workersKey, allowed, telemetry, log: app.log };
  workWhile<TakenMessage>(app, {
    what: 'webhook message',
    take: (most, leaseMs) => webhooks.take(most, leaseMs),
    concurrency: () => concurrency,
    run: (message, closing) => deliver(sender, message, closing),
  });
}
