/** The options that every LLM plugin has besides its own. */
export const llmOptions = {
  model: { type: 'string', minLength: 1, description: 'The model, as the provider calls it' },
  size: {
    type: 'string',
    enum: ['large', 'small'],
    description: 'What sort of model it is, which says how far its values are believed until it has a calibration; by its name when absent',
  },
  api_key: { type: 'string', description: 'The key; read from the environment when absent' },
  pdf: {
    type: 'string',
    enum: ['native', 'text'],
    default: 'native',
    description: 'Whether a PDF is sent as it is, or the text of its pages',
  },
  max_output_tokens: {
    type: 'integer',
    minimum: 256,
    default: 32_000,
    description: 'The most tokens an answer may have, reasoning included',
  },
  timeout_ms: { type: 'integer', minimum: 1, default: 60_000, description: 'How long one call may take' },
} as const;
