import { stepsOf } from '../../client/evidence.js';
import { labelOf, plural } from '../parts/format.js';
import type { PlaygroundResult } from '../service.js';

/** One line with the tier that was used and why, the time and the credits. */
export function howRead({ body, doubted, threshold }: PlaygroundResult): string {
  const { credits, fallback_triggered: fallback, processing_time_ms: ms } = body.metadata;
  const tier = fallback ? `Tier 2 read it as well${fallbackReason(doubted, threshold)}` : 'Tier 1 was enough';
  return `${tier} · ${(ms / 1000).toFixed(1)} s · ${plural(credits, 'credit')}`;
}

const maxNamedFields = 3;

function fallbackReason(doubted: PlaygroundResult['doubted'], threshold: number): string {
  if (doubted.length === 0) return '';
  const named = doubted
    .slice(0, maxNamedFields)
    .map(({ path, cause }) => `${nameOf(path)} was ${cause === 'null' ? 'not found' : `below ${threshold}`}`);
  const more = doubted.length > maxNamedFields ? ` and ${doubted.length - maxNamedFields} more` : '';
  return `, because ${named.join(', ')}${more}`;
}

const nameOf = (path: string): string =>
  stepsOf(path)
    .map((step, index) => (typeof step === 'number' ? String(step + 1) : index === 0 ? labelOf(step) : labelOf(step).toLowerCase()))
    .join(' ');

/** The page's words for the stages in `Server-Timing`. Stages that run in parallel, and the total, are left out. */
const words: Readonly<Record<string, string | undefined>> = {
  convert: 'reading the document',
  ocr: 'looking at pictures',
  read: 'Tier 1',
  weigh: 'checking',
  'ocr-2': 'looking again',
  'read-2': 'Tier 2',
  'weigh-2': 'checking again',
};

/** The stages that the service reported. A stage that took less than 1 ms had nothing to do and is left out. */
export const reportedStages = ({ stages }: PlaygroundResult): readonly { readonly words: string; readonly ms: number }[] =>
  stages.flatMap(({ name, ms = 0 }) => (words[name] !== undefined && ms >= 1 ? [{ words: words[name], ms }] : []));
