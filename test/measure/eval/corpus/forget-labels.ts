import { createHash } from 'node:crypto';
import { columnLabels, documentTitles, lexicon, roleHeadings } from '../../../../core/evidence/labels/lexicon.js';

/** Which labels a run does without. */
export interface Forgetting {
  /** The share of all labels, 0 to 1. */
  readonly share: number;
  readonly seed: number;
}

/**
 * Takes labels, column headers, party headings and titles out of the lexicon of this process, chosen by the hash of each, before it is used
 * first. So the reader meets documents of its corpus as it meets those of issuers whose words nobody has written down: the rules were made
 * with the corpus in sight, and what is learned from it as it stands is too kind to them.
 */
export function forgetLabels(forgetting: Forgetting, lists: readonly (readonly string[])[] = lexiconLists): void {
  for (const labels of lists) keep(labels as string[], (label) => !isForgotten(label, forgetting));
}

const lexiconLists = [...Object.values(lexicon), ...Object.values(columnLabels), ...Object.values(roleHeadings), documentTitles];

/** Whether a label is among the forgotten ones, in any case of its letters. */
export function isForgotten(label: string, { share, seed }: Forgetting): boolean {
  const hash = createHash('sha256').update(`${seed} ${label.toLowerCase()}`).digest();
  return hash.readUInt32BE() / 2 ** 32 < share;
}

function keep(labels: string[], isKept: (label: string) => boolean): void {
  labels.splice(0, labels.length, ...labels.filter(isKept));
}
