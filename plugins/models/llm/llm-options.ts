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
    enum: ['native', 'pictures', 'text'],
    default: 'native',
    description: 'Whether a PDF is sent as it is, as pictures of its pages with the text of its text layer, or as text alone',
  },
  picture_width: {
    type: 'integer',
    minimum: 300,
    maximum: 4_000,
    default: 1_100,
    description: 'How many dots wide the picture of a page is; above some 1,100 for A4 most models make it smaller',
  },
  pictures_per_call: {
    type: 'integer',
    minimum: 1,
    default: 20,
    description: 'The most pictures in one call; further pages are shown as text',
  },
  headers: { type: 'object', description: 'Headers that a gateway asks for, sent with every request: { name: text }' },
  max_output_tokens: {
    type: 'integer',
    minimum: 256,
    default: 32_000,
    description: 'The most tokens an answer may have, reasoning included',
  },
  context: {
    type: 'integer',
    minimum: 512,
    description: 'How many tokens the model holds, input and answer together; learned from refusals when absent',
  },
  timeout_ms: {
    type: 'integer',
    minimum: 1,
    default: 60_000,
    description: 'How long an answer may take to begin; all of it where it is not streamed',
  },
  stream: {
    type: 'boolean',
    default: true,
    description: 'Whether answers are asked for as a stream; a server that cannot is understood, too',
  },
  window_tokens: {
    type: 'integer',
    minimum: 200,
    default: 3_000,
    description: 'A document with rows for more tokens of answer is read in windows of pages, so many tokens each',
  },
  windows_at_once: { type: 'integer', minimum: 1, default: 8, description: 'Windows of rows that are read at a time, over all documents' },
  silence_ms: { type: 'integer', minimum: 1, default: 20_000, description: 'How long a streamed answer may pause' },
} as const;
