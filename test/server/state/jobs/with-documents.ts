import type { JobStore } from '../../../../server/index.js';

/** The jobs of a store, whose documents are put down just before they are queued. */
export const withDocuments = (jobs: JobStore): JobStore => ({
  ...jobs,
  async enqueue(job, ...rest) {
    await jobs.documents.put(job.document.id, 0, Buffer.from('document'));
    return jobs.enqueue(job, ...rest);
  },
});
