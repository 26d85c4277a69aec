import type { LearnedContext } from './context.js';
import type { LearnedForms } from './forms.js';
import type { RateGate } from './rate-gate.js';

/** What is known of one configured model and its server across all requests of the process. It holds nothing of any document. */
export interface ModelMemory {
  readonly forms: LearnedForms;
  readonly context: LearnedContext;
  readonly gate: RateGate;
}
