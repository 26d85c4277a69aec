/** Whether a text contains another, comparing letters and digits only; a match may not start or end inside a run of either. */
export function printsText(text: string, value: string): boolean {
  const wanted = runsOf(value).join('');
  const runs = runsOf(text);
  return wanted !== '' && runs.some((_, from) => startsWithin(runs, from, wanted));
}

/** Whether a text contains at least four of five words of another in their order, and every word that has a digit. */
export function printsLoosely(text: string, value: string): boolean {
  const [wanted, words] = [wordsOf(value), wordsOf(text)];
  let at = 0;
  let matched = 0;
  for (const word of wanted) {
    const found = words.indexOf(word, at);
    if (found < 0 && /\d/.test(word)) return false;
    if (found < 0) continue;
    matched += 1;
    at = found + 1;
  }
  return matched > 0 && matched >= wanted.length * 0.8;
}

const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase().toLowerCase();

/** Runs of letters and runs of digits. */
const runsOf = (text: string): readonly string[] => folded(text).match(/\p{N}+|\p{L}+/gu) ?? [];
const wordsOf = (text: string): readonly string[] => folded(text).match(/[\p{L}\p{N}]+/gu) ?? [];

function startsWithin(runs: readonly string[], from: number, wanted: string): boolean {
  let rest = wanted;
  for (let at = from; rest !== ''; at += 1) {
    const run = runs[at];
    if (run === undefined || !rest.startsWith(run)) return false;
    rest = rest.slice(run.length);
  }
  return true;
}
