import { anyOf, base64, count, listOf, members, oneOf, type Schema, text } from './members.js';

const part = anyOf(
  members({ text }),
  members({ inlineData: members({ mimeType: oneOf('application/pdf', 'image/png', 'image/jpeg'), data: base64 }) }),
);

/** The keywords that `responseJsonSchema` understands; others are a 400. */
const keywords: Schema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    ...Object.fromEntries(['$id', '$ref', '$anchor', 'format', 'title', 'description'].map((name) => [name, text])),
    type: anyOf(text, listOf(text)),
    enum: { type: 'array' },
    items: { $ref: '#/$defs/keywords' },
    prefixItems: { type: 'array', items: { $ref: '#/$defs/keywords' } },
    anyOf: { type: 'array', items: { $ref: '#/$defs/keywords' } },
    oneOf: { type: 'array', items: { $ref: '#/$defs/keywords' } },
    properties: { type: 'object', additionalProperties: { $ref: '#/$defs/keywords' } },
    additionalProperties: {},
    required: listOf(text),
    ...Object.fromEntries(['minItems', 'maxItems', 'minimum', 'maximum'].map((name) => [name, { type: 'number' }])),
  },
};

/**
 * A request to `generateContent`, as far as it concerns ours. Source: the discovery documents
 * https://generativelanguage.googleapis.com/$discovery/rest?version=v1beta (GenerateContentRequest) and
 * https://aiplatform.googleapis.com/$discovery/rest?version=v1 (GoogleCloudAiplatformV1GenerateContentRequest); unknown members are a 400.
 */
export const generateRequest: Schema = {
  $defs: { keywords },
  ...members({
    contents: listOf(members({ role: oneOf('user', 'model'), parts: listOf(part) })),
    systemInstruction: members({ parts: listOf(members({ text })) }),
    generationConfig: {
      ...members({
        maxOutputTokens: count,
        'responseMimeType?': oneOf('application/json'),
        'responseJsonSchema?': { $ref: '#/$defs/keywords' },
        'thinkingConfig?': members({ thinkingLevel: oneOf('MINIMAL', 'LOW', 'MEDIUM', 'HIGH') }),
      }),
      dependentRequired: { responseJsonSchema: ['responseMimeType'] },
    },
  }),
};
