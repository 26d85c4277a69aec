import { mistakeIn } from '../schema/mistake.js';
import type { State } from '../state/state.js';

/** Why nothing can be extracted now; undefined when it can. */
export function obstacleTo({ chosen, schema, run }: State): string | undefined {
  if (run.phase === 'uploading' || run.phase === 'waiting') return 'An extraction is running.';
  if (!chosen) return 'Choose a document first, or use the sample.';
  const mistake = mistakeIn(schema);
  return mistake && `The schema has a mistake in line ${mistake.line}.`;
}
