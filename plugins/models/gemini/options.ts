import type { AnswerForms } from '../llm/learned/answer-form.js';
import { llmOptions } from '../llm/llm-options.js';

/** What both doors to Gemini can be told. */
export const geminiOptions = {
  ...llmOptions,
  structured: {
    type: 'string',
    enum: ['auto', 'schema', 'json_object', 'prompt'],
    default: 'auto',
    description: 'How the API holds the model to a form: to the schema, to any JSON, or by words alone; auto finds out what it takes',
  },
  thinking_level: {
    type: 'string',
    enum: ['minimal', 'low', 'medium', 'high'],
    description: 'How much the model may think, for models from Gemini 3 on; the model’s own default when absent',
  },
} as const;

/** How Google holds answers to their form. */
export const geminiForms: AnswerForms = ['schema', 'json_object', 'prompt'];
