import { definePlugin, type Json, type JsonObject, type MetaInjector } from '../../core/index.js';

/** Adds `_meta` to the data as the specification describes it (§2.3): the overall score, one entry for each field, and the issues. */
export default definePlugin({
  kind: 'injector',
  name: 'meta',
  create: (): MetaInjector => ({
    inject: (draft): JsonObject => ({
      ...draft.data,
      _meta: {
        confidence_score: draft.confidence,
        field_confidence: draft.fields.map(
          ({ path, score, reason, page, text }): Json => ({
            field: path,
            score,
            reason,
            ...(page !== undefined && { page }),
            ...(text !== undefined && { text }),
          }),
        ),
        issues: draft.issues,
      },
    }),
  }),
});
