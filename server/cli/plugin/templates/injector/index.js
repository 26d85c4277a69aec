import { definePlugin } from 'vouch';

/** `_meta` as the wire contract has it, with the least sure fields first. Put what your clients want beside the data in its place. */
export default definePlugin({
  kind: 'injector',
  name: '__name__',
  api: 1,
  create: () => ({
    inject: ({ data, confidence, fields, issues }) => ({
      ...data,
      _meta: { confidence_score: confidence, field_confidence: fields.toSorted((a, b) => a.score - b.score).map(entryOf), issues },
    }),
  }),
});

const entryOf = ({ path, score, reason, page, text }) => ({
  field: path,
  score,
  reason,
  ...(page !== undefined && { page }),
  ...(text !== undefined && { text }),
});
