import type { FieldConfidence } from '../../api/result.js';

/** What the score of a value was made from: each finding with its weight in log-odds, and the most that it allows. */
export function Findings({ prior, findings }: NonNullable<FieldConfidence['evidence']>) {
  return (
    <ul class="findings" aria-label="What the score was made from">
      {prior !== undefined && (
        <li>
          <b>{signed(prior)}</b> what this reader is worth
        </li>
      )}
      {findings.map(({ name, weight, says, at_most: most }) => (
        <li key={`${name} ${says}`}>
          <b>{[weight === undefined ? [] : signed(weight), most === undefined ? [] : `at most ${most.toFixed(2)}`].flat().join(', ')}</b>{' '}
          <code>{name}</code> {says}
        </li>
      ))}
    </ul>
  );
}

const signed = (weight: number): string => `${weight < 0 ? '−' : '+'}${Math.abs(weight).toFixed(2)}`;
