import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import type { Document } from '../../../core/index.js';
import type { FaultExhibit } from '../../kit/exhibit.js';
import { exhibitsOfAllLayouts } from './support/exhibits.js';
import { isStated } from './support/places.js';
import { patience, runs } from './support/runs.js';
import { answer, inputOf, scenario } from './support/scenario.js';

let exhibits: readonly FaultExhibit[];
beforeAll(async () => {
  exhibits = await exhibitsOfAllLayouts();
});

/** The same page in a script that no document is written in; every so manyth word is an amount that no document holds. */
function foreign(document: Document, every: number): Document {
  const write = (text: string, at: number): string =>
    at % every === 0 ? `7${String(at).padStart(6, '0')}7.${String((at % 90) + 10)}` : text.replace(/./gsu, 'Ꮳ');
  const pages = document.pages.map((page) => ({
    ...page,
    hidden: [],
    words: page.words.map((word, at) => ({ ...word, text: write(word.text, at) })),
  }));
  return { ...document, pages };
}

it('9: on pages that share nothing with the readings no value has more than 0.30 but one that was inferred', { timeout: patience }, () =>
  fc.assert(
    fc.asyncProperty(scenario, fc.integer({ min: 2, max: 9 }), async (given, every) => {
      const input = await inputOf(given, exhibits);
      const { draft } = await answer({ ...input, document: foreign(input.document, every) });
      const believed = draft?.fields.filter(
        ({ value, score, caps }) => isStated(value) && score > 0.3 && !caps.some(({ name }) => name === 'evidence.inferred'),
      );
      expect(believed).toEqual([]);
    }),
    runs(50),
  ),
);
