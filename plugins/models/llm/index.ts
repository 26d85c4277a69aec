/**
 * The public door for authors of models, `vouch/llm` in the package: the prompt, schema, repair and failures that all providers share.
 * A plugin only sends a request and tells an answer from a refusal.
 */

export { at, listAt, textAt } from '../../../core/index.js';
export { type Assembly, addUsage, answeredBody, textAnswer, type UsageNames, usageOf } from './answer.js';
export { type TokenSource, withToken } from './authorization.js';
export { endpoint, providerFetch } from './connection.js';
export { pictureHeading } from './content.js';
export { refusal } from './failure.js';
export { type ForeignExtractor, type ForeignQuestion, foreign } from './foreign.js';
export { llmOptions } from './options.js';
export { answerSchema } from './prompt.js';
export type { AnswerForm, AnswerForms, OnText, Provider, ProviderReply, ProviderRequest } from './provider.js';
export { llmReader } from './reader.js';
export { repairMessages } from './repair.js';
