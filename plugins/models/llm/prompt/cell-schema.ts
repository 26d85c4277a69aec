/**
 * The one answer that is asked of every provider, for every caller: so its grammar is compiled and cached once, and no caller's schema can hit a
 * provider's limits on nullable or optional properties. It lies inside the strict subset of structured output.
 */
export const cellSchema = {
  type: 'object',
  required: ['cells'],
  additionalProperties: false,
  properties: {
    cells: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'value', 'page', 'quote', 'confidence', 'reason'],
        additionalProperties: false,
        properties: {
          path: { type: 'string' },
          value: { type: ['string', 'null'] },
          page: { type: ['integer', 'null'] },
          quote: { type: ['string', 'null'] },
          confidence: { type: 'string', enum: ['certain', 'likely', 'unsure', 'guess'] },
          reason: { type: 'string', enum: ['exact', 'header', 'ambiguous', 'multiple', 'obscured'] },
        },
      },
    },
  },
};
