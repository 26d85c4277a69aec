import { rules } from '../prompt/rules.js';

/** So many words in a row that stand in our rules stand on no page by chance. */
const runLength = 8;

/** Whether a model repeats its instructions instead of what is printed: a document can ask it to. */
export function recites(text: string | null): boolean {
  return text !== null && runsIn(text).some((run) => ours.has(run));
}

function runsIn(text: string): readonly string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.slice(runLength - 1).map((_, index) => words.slice(index, index + runLength).join(' '));
}

const ours: ReadonlySet<string> = new Set(runsIn(rules(false)));
