/**
 * The public door for authors of models, `vouch/llm` in the package: the prompt, schema, repair and failures that all providers share.
 * A plugin only sends a request and tells an answer from a refusal.
 */

export type { AnswerForm, AnswerForms } from './learned/answer-form.js';
export { llmOptions } from './llm-options.js';
export { answerSchema } from './prompt/answer-schema.js';
export { pictureHeading } from './prompt/content.js';
export { repairMessages } from './prompt/repair.js';
export type { Heard, Provider, ProviderReply, ProviderRequest } from './provider.js';
export { llmReader } from './reader.js';
export { at, listAt, textAt } from './reply/at.js';
export { addUsage, textAnswer, type UsageNames, usageOf } from './reply/text-answer.js';
export { endpoint, providerFetch } from './request/connection.js';
export { refusal } from './request/failure.js';
export { type TokenSource, withToken } from './request/token.js';
export { type Assembly, answeredBody } from './stream/answered-body.js';
