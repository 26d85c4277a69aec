import type { CorpusDocument } from '../eval/corpus/corpus.js';
import { seeded } from '../generate/random.js';

/** Up to four documents, of one source where the number is even, else of any; the same ones for the same number. */
export function compositionOf(documents: readonly CorpusDocument[], number: number): readonly CorpusDocument[] {
  const random = seeded(22, number);
  const first = random.pick(documents);
  const related = documents.filter(({ source, id }) => source === first.source && id !== first.id);
  const from = number % 2 === 0 && related.length > 0 ? related : documents;
  const others = Array.from({ length: random.int(1, 3) }, () => random.pick(from));
  return [...new Map([first, ...others].map((document) => [document.id, document])).values()];
}
