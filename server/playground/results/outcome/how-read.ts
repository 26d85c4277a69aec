import type { Result } from '../../api/result.js';
import { labelOf } from '../../schema/label.js';
import { stepsOf } from '../../schema/path-steps.js';
import { plural } from '../fields/counts.js';

/** The tier that was used and why, the time and the credits, in one line. */
export function howRead({ body, doubted, threshold }: Result): string {
  const { credits, fallback_triggered: fallback, processing_time_ms: ms } = body.metadata;
  const tier = fallback ? `Tier 2 read it as well${because(doubted, threshold)}` : 'Tier 1 was enough';
  return `${tier} · ${(ms / 1000).toFixed(1)} s · ${plural(credits, 'credit')}`;
}

const mostNamed = 3;

function because(doubted: Result['doubted'], threshold: number): string {
  if (doubted.length === 0) return '';
  const named = doubted
    .slice(0, mostNamed)
    .map(({ path, cause }) => `${nameOf(path)} was ${cause === 'null' ? 'not found' : `below ${threshold}`}`);
  const more = doubted.length > mostNamed ? ` and ${doubted.length - mostNamed} more` : '';
  return `, because ${named.join(', ')}${more}`;
}

const nameOf = (path: string): string =>
  stepsOf(path)
    .map((step, index) => (typeof step === 'number' ? String(step + 1) : index === 0 ? labelOf(step) : labelOf(step).toLowerCase()))
    .join(' ');
