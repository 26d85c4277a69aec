import { llmOptions } from '../llm/llm-options.js';

/** What both doors to Gemini can be told. */
export const geminiOptions = {
  ...llmOptions,
  structured: {
    type: 'string',
    enum: ['schema', 'json_object', 'prompt'],
    default: 'schema',
    description: 'How the API holds the model to a form: to the schema, to any JSON, or by words alone',
  },
  thinking_level: {
    type: 'string',
    enum: ['minimal', 'low', 'medium', 'high'],
    description: 'How much the model may think, for models from Gemini 3 on; the model’s own default when absent',
  },
} as const;
