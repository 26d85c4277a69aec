import type { StatedFinding } from '../../../core/index.js';
import type { Ruled } from '../../einvoice/sent-rules.js';

/** One finding for each rule that an invoice breaks; one that holds where it breaks none. */
export function findingsOf(ruled: Ruled): readonly StatedFinding[] {
  const finding = { kind: 'predicate', fields: [], expected: 'valid by EN 16931', actual: null, policy: 'hold' } as const;
  if ('fault' in ruled) return [{ ...finding, holds: null, note: `EN16931 cannot be verified: the XML cannot be read (${ruled.fault})` }];
  if (ruled.broken === null) return [];
  if (ruled.broken.length === 0) return [{ ...finding, holds: true }];
  return ruled.broken.map(({ rule, place, sentence }) => ({
    ...finding,
    holds: false,
    expected: `valid by EN 16931, rule ${rule}`,
    note: `${rule} at ${place}: ${sentence}`,
  }));
}
