import { answerStore, answersWithin } from './answers.js';
import { batchStore } from './batches.js';
import type { Database } from './database.js';
import { documentPieces, documentsWithin, fileStore } from './documents.js';
import { jobParts, jobQueue, jobRequests } from './jobs.js';
import { keyStore } from './keys.js';
import { creditsWithin, quotaStore, rateStore } from './quotas.js';
import { runStore } from './runs.js';
import type { Store } from './store.js';
import { announceWithin, deliveries, webhookRequests } from './webhooks.js';

/** The store in a database of either kind. */
export function databaseStore(database: Database): Store {
  const [answers, documents, announce] = [answersWithin(database), documentsWithin(database), announceWithin(database)];
  const parts = jobParts(database, { credits: creditsWithin(database), answers, documents }, announce);
  const keys = keyStore(database);
  const rates = rateStore(database);
  const quotas = quotaStore(database, answers);
  const kept = answerStore(database);
  const jobs = { ...jobRequests(database, parts), ...jobQueue(database, parts), documents: documentPieces(database) };
  const batches = batchStore(database, parts);
  const runs = runStore(database, parts);
  const webhooks = { ...webhookRequests(database, announce), ...deliveries(database) };
  return {
    keys,
    rates,
    quotas,
    answers: kept,
    jobs,
    files: fileStore(database, documents),
    batches,
    runs,
    webhooks,
    ping: database.ping,
    async sweep() {
      for (const part of [keys, rates, quotas, kept, jobs, batches, runs, webhooks]) await part.sweep();
    },
    close: database.close,
  };
}
