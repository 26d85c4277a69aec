import type { Result } from '../../api/result.js';

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
export const reported = ({ stages }: Result): readonly { readonly words: string; readonly ms: number }[] =>
  stages.flatMap(({ name, ms = 0 }) => (words[name] !== undefined && ms >= 1 ? [{ words: words[name], ms }] : []));
