/**
 * The door for authors of models: prompt, schema, repair and failures, which all providers share. A plugin sends a turn, and tells an answer
 * from a refusal. In the package it is `vouch/llm`.
 */
export { at, listAt, textAt } from './at.js';
export { cellSchema } from './cell-schema.js';
export { endpoint } from './endpoint.js';
export { refusal } from './failure.js';
export { llmOptions } from './llm-options.js';
export type { Answer, Provider, Turn } from './provider.js';
export { providerFetch } from './provider-fetch.js';
export { llmReader } from './reader.js';
export { repairMessages } from './repair-messages.js';
export { textAnswer } from './text-answer.js';
export { usageOf } from './usage-of.js';
