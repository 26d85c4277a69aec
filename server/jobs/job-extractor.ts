import { type ExtractionServices, extract } from '../extraction/extract.js';
import { type Caller, nameOf } from '../guards/caller.js';
import { type CallerCredits, CreditReservation } from '../guards/credits.js';
import type { CallerBudget } from '../guards/token-budgets.js';
import type { QuotaStore } from '../state/store.js';
import { creditsWhileQueued } from './enqueue.js';
import type { JobRunner } from './run-job.js';

export interface ExtractorServices extends ExtractionServices {
  readonly quotas: QuotaStore;
  readonly callerBudget: CallerBudget;
  readonly callerCredits: CallerCredits;
  /** How long credits stay reserved for a run whose process may have died. */
  readonly leaseMs: number;
}

/** Failures that may be over in a while. */
const passing = new Set<string | undefined>(['LLM_ERROR', 'TIMEOUT_ERROR']);

/** Extracts the document of a job, as `/v1/extract` does, with the limits of the caller who asked. */
export const jobExtractor =
  (services: ExtractorServices): JobRunner['extract'] =>
  async ({ caller, file, wishes }, bytes, { job, signal, log, observer, times }) => {
    const rest = job.hold === null ? undefined : restOfCredits(services, caller);
    const task = { isJob: true as const, caller: nameOf(caller), tokenBudget: services.callerBudget(caller), observer, times, log, signal };
    try {
      const upload = { ...wishes, file: { name: file, bytes } };
      const { body, postponed, review } = await extract(services, upload, {
        ...task,
        reserve: async (most) => (most > creditsWhileQueued ? rest?.reserve(most, creditsWhileQueued) : undefined),
      });
      // Documents that were read would be read again with those that failed.
      const mayRecover = (body.documents ?? [body]).every(({ error }) => passing.has(error?.code));
      return {
        status: 200,
        body: JSON.stringify(body),
        credits: body.metadata.credits,
        ...(mayRecover && { mayRecover }),
        ...(postponed && { postponed }),
        review,
      };
    } finally {
      await rest?.charge(0, log);
    }
  };

/**
 * What a job can cost beyond what it holds since it was queued: reserved once its pages are counted, and given back when the run ends, because what
 * the job did cost is charged to its own hold, in the transaction that ends it, and told there.
 */
function restOfCredits({ quotas, callerCredits, leaseMs }: ExtractorServices, caller: Caller): CreditReservation | undefined {
  const account = callerCredits(caller);
  return account && new CreditReservation(quotas, account, { leaseMs, tell: () => undefined });
}
