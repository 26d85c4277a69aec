/**
 * How the answer is held to its form: to the strict subset of JSON Schema, to a JSON Schema, to any JSON object, or by the words of the
 * prompt alone.
 */
export type AnswerForm = 'strict' | 'schema' | 'json_object' | 'prompt';

/** Forms from the strictest to the loosest. One alone is kept whatever the server says of it. */
export type AnswerForms = readonly [AnswerForm, ...AnswerForm[]];

/** Whether the server itself holds an answer to the schema, so that the prompt need not say it. */
export const isEnforced = (form: AnswerForm): boolean => form === 'strict' || form === 'schema';

/** The forms to begin with and to fall back to, by the option `structured`: those of the provider, or the one that is set by hand. */
export const formsOf = (structured: 'auto' | AnswerForm, ofProvider: AnswerForms): AnswerForms =>
  structured === 'auto' ? ofProvider : [structured];
