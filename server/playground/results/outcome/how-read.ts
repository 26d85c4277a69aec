import type { PlaygroundResult } from '../../api/result.js';
import { labelOf, stepsOf } from '../../schema/names.js';
import { plural } from '../fields/entries.js';

/** The tier that was used and why, the time and the credits, in one line. */
export function howRead({ body, doubted, threshold }: PlaygroundResult): string {
  const { credits, fallback_triggered: fallback, processing_time_ms: ms } = body.metadata;
  const tier = fallback ? `Tier 2 read it as well${because(doubted, threshold)}` : 'Tier 1 was enough';
  return `${tier} · ${(ms / 1000).toFixed(1)} s · ${plural(credits, 'credit')}`;
}

const mostNamed = 3;

function because(doubted: PlaygroundResult['doubted'], threshold: number): string {
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

/** What the API calls its stages, in the words of the page. What runs beside the others, and the sum of all, is left out. */
const words: Readonly<Record<string, string | undefined>> = {
  convert: 'reading the document',
  look: 'looking at pictures',
  read: 'Tier 1',
  weigh: 'checking',
  'look-2': 'looking again',
  'read-2': 'Tier 2',
  'weigh-2': 'checking again',
};

/** The stages that the API says it went through; those that took no time had nothing to do. */
export const reportedStages = ({ stages }: PlaygroundResult): readonly { readonly words: string; readonly ms: number }[] =>
  stages.flatMap(({ name, ms = 0 }) => (words[name] !== undefined && ms >= 1 ? [{ words: words[name], ms }] : []));
