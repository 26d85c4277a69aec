import { batchOperations, fileOperations } from './batches.js';
import { extractionOperations } from './extraction.js';
import { jobOperations } from './jobs.js';
import type { ServerTerms } from './operation.js';
import { runOperations } from './runs.js';
import { documentationOperations, serviceOperations } from './service.js';
import { webhookOperations } from './webhooks.js';

/** The schemas of all routes, by the ids of their operations. */
export const operationsOf = (terms: ServerTerms) => ({
  ...extractionOperations(terms),
  ...jobOperations(terms),
  ...batchOperations(terms),
  ...fileOperations(terms),
  ...runOperations(terms),
  ...webhookOperations(terms),
  ...serviceOperations(terms),
  ...documentationOperations(terms),
});

export type Operations = ReturnType<typeof operationsOf>;
