/** The schema of recorded readings, one object a cell, as models were asked before and may still answer. */
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
