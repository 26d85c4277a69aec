import { anyOf, base64, count, listOf, members, oneOf, type Schema, text } from './members.js';

const source = members({ bytes: base64 });

const block = anyOf(
  members({ text: { type: 'string', minLength: 1 } }),
  members({ image: members({ format: oneOf('png', 'jpeg', 'gif', 'webp'), source }) }),
  members({ document: members({ format: oneOf('pdf'), name: { type: 'string', pattern: '^[A-Za-z0-9\\s()\\[\\]-]{1,200}$' }, source }) }),
);

const atMost = (kind: string, most: number): Schema => ({
  contains: { type: 'object', required: [kind] },
  minContains: 0,
  maxContains: most,
});

/**
 * The body of a request to `Converse` and `ConverseStream`, as far as it concerns ours. Sources:
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html, API_runtime_OutputConfig.html, and for the numbers of
 * pictures and documents API_runtime_Message.html.
 */
export const converseRequest: Schema = members({
  messages: listOf(
    members({
      role: oneOf('user', 'assistant'),
      content: { ...listOf(block), allOf: [atMost('image', 20), atMost('document', 5)] },
    }),
  ),
  system: listOf(members({ text })),
  inferenceConfig: members({ maxTokens: count }),
  'outputConfig?': members({
    textFormat: members({
      type: oneOf('json_schema'),
      structure: members({ jsonSchema: members({ schema: { type: 'string', contentMediaType: 'application/json' }, name: text }) }),
    }),
  }),
});
