import { type CaveatKind, caveatKinds, definePlugin, type VerifierRule } from '../../core/index.js';

/**
 * Nothing speaks against taking the document as it stands: it is no offer, no reminder and no copy, nothing in it is struck out. `accept` lists what is
 * no reason to hold it. Source: UNTDID 1001 for kinds of documents; the words in `lexicon/caveats.json`.
 */
export default definePlugin({
  kind: 'rule',
  name: 'caveats',
  options: {
    type: 'object',
    properties: { accept: { type: 'array', items: { type: 'string', enum: caveatKinds }, default: [] as readonly CaveatKind[] } },
  },
  create: ({ accept }): VerifierRule => ({
    type: 'CAVEATS',
    async check({ caveats }) {
      const common = { kind: 'predicate', fields: ['document'], expected: 'one to be taken as it stands', policy: 'hold' } as const;
      const held = caveats.filter(({ kind }) => !accept.includes(kind));
      if (held.length === 0) return [{ ...common, holds: true, actual: 'one' }];
      return held.map(({ kind, page, text }) => ({ ...common, holds: false, actual: `${kind} (page ${page}, "${text}")` }));
    },
  }),
});
