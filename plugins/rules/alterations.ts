import { definePlugin, type FileTrace, type VerifierRule } from '../../core/index.js';

const signs = ['covered', 'typeface', 'unlike', 'patch', 'foreign', 'revised', 'dated'] as const;

/**
 * Nothing in the file shows that it was changed after it was made. Evidence, and no verdict: `accept` lists what is no reason to hold a document.
 * Source: ISO 32000-1, 7.5.6 (incremental updates), for what a later save has changed, and 14.3.3 for the dates of a file.
 */
export default definePlugin({
  kind: 'rule',
  name: 'alterations',
  options: {
    type: 'object',
    properties: { accept: { type: 'array', items: { type: 'string', enum: signs }, default: [] as readonly string[] } },
  },
  create: ({ accept }): VerifierRule => ({
    type: 'ALTERATIONS',
    async check({ traces }) {
      const common = { kind: 'predicate', fields: ['document'], expected: 'as it was made', policy: 'hold' } as const;
      const found = traces.filter(({ kind }) => kind !== 'struck' && !accept.includes(kind));
      if (found.length === 0) return [{ ...common, holds: true, actual: 'without a sign of a change' }];
      return found.map(({ kind, page, text }) => ({
        ...common,
        holds: false,
        actual: `${says[kind]} (${kind === 'dated' ? text : `page ${page}, "${text}"`})`,
      }));
    },
  }),
});

const says = {
  struck: 'with words struck out',
  covered: 'with numbers over other numbers',
  typeface: 'with numbers in a typeface of their own',
  unlike: 'with numbers set unlike their row and column',
  patch: 'with a picture on the picture of the page, or pasted into it',
  foreign: 'with a page unlike the others',
  revised: 'with numbers that a later save has changed',
  dated: 'with dates that contradict each other',
} satisfies Record<FileTrace['kind'], string>;
