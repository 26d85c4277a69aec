/**
 * The schema of every answer, for all providers and callers: its grammar is compiled once, and no caller's schema can exceed a provider's
 * limits. It uses only the strict subset of structured output.
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
