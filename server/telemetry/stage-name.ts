import type { Step } from '../../core/index.js';

/** How a stage is called in headers, logs and metrics: 'read', and 'read-2' in the second round. */
export const stageName = ({ stage, round }: Extract<Step, { readonly kind: 'stage' }>): string =>
  round === 1 ? stage : `${stage}-${round}`;
