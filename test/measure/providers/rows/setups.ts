import type { ProviderRow } from './row.js';

/** One start of the server, and what is tried while it runs. */
export interface ServerSetup {
  readonly name: string;
  /** Its options besides model, address, threads and seed. */
  readonly given: readonly string[];
  readonly rows: readonly ProviderRow[];
}

export const key = 'key-of-the-providers';

/** A model that writes its values anyhow: what counts is that it says so where nothing could be made of an answer. */
const answered = /^answered: /;
const unusable = /^PARSING_ERROR: llama-cpp:any: the reply could not be used: it /;
const either = new RegExp(`${answered.source}|${unusable.source}`);

/** Short answers: most of what a small model writes is of no use. */
const short = { max_output_tokens: 256 };

export const setups: readonly ServerSetup[] = [
  {
    name: 'as it comes: the model’s own chat template, with which no grammar starts',
    given: ['--ctx-size', '2048', '--parallel', '1'],
    rows: [
      {
        tried: 'structured: schema',
        line: { structured: 'schema', ...short },
        server: /^json_schema 400 invalid_request_error$/,
        vouch: /^LLM_ERROR: llama-cpp:any: the request was refused \(400, invalid_request_error\): .*\bstructured\b/,
      },
      {
        tried: 'structured: json_object',
        line: { structured: 'json_object', ...short },
        server: /^json_object 400 invalid_request_error$/,
        vouch: /^LLM_ERROR: llama-cpp:any: the request was refused \(400, invalid_request_error\): .*\bstructured\b/,
      },
      {
        tried: 'structured: prompt, and the model writes what it likes',
        line: { structured: 'prompt', ...short },
        server: /^text 200 \w+ /,
        vouch: either,
      },
      {
        tried: 'structured: prompt, with a document that its context does not hold',
        line: { structured: 'prompt' },
        document: 'sample',
        server: /^text 400 exceed_context_size_error$/,
        vouch: /^LLM_ERROR: llama-cpp:any: the request was refused \(400, exceed_context_size_error\): .*\bcontext\b/,
      },
      {
        tried: 'pdf: pictures, without a model that sees',
        line: { structured: 'prompt', pdf: 'pictures' },
        server: /^(\d × )?text (400|500) \w+_error$/,
        vouch: /^LLM_ERROR: llama-cpp:any: .*\b(400|500)\b/,
      },
    ],
  },
  {
    name: 'started with --no-jinja, with which it holds answers to a schema, and with a key',
    given: ['--ctx-size', '2048', '--parallel', '1', '--no-jinja', '--api-key', key],
    rows: [
      {
        tried: 'a key that is not the server’s',
        line: { api_key: 'another' },
        server: /^json_schema 401 authentication_error$/,
        vouch: /^LLM_ERROR: llama-cpp:any: the key was refused \(401/,
      },
      { tried: 'structured: schema', line: { structured: 'schema', ...short }, server: /^json_schema 200 \w+ /, vouch: either },
      {
        tried: 'structured: json_object',
        line: { structured: 'json_object', ...short },
        server: /^json_object 200 \w+ /,
        vouch: either,
      },
      {
        tried: 'an answer that is not streamed',
        line: { structured: 'schema', stream: false, ...short },
        server: /^json_schema 200 \w+ /,
        vouch: either,
      },
      {
        tried: 'a document that its context does not hold',
        document: 'sample',
        server: /^json_schema 400 exceed_context_size_error$/,
        vouch: /^LLM_ERROR: llama-cpp:any: the request was refused \(400, exceed_context_size_error\): .*\bcontext\b/,
      },
      {
        tried: 'an answer that fills its context',
        line: { structured: 'schema' },
        server: /^json_schema 200 \w+ /,
        vouch: either,
      },
      {
        tried: 'a slow reply: timeout_ms: 100',
        line: { timeout_ms: 100 },
        server: /^(\d × )?json_schema (-|200) no/,
        vouch: /^LLM_ERROR: llama-cpp:any: no answer within 100 ms \(timeout_ms\)/,
      },
      {
        tried: 'a reply that pauses: silence_ms: 1',
        line: { silence_ms: 1 },
        server: /^(\d × )?json_schema 200 not ended/,
        vouch: /^LLM_ERROR: llama-cpp:any: the answer paused for 1 ms \(silence_ms\)/,
      },
      {
        tried: 'a deadline of the request: deadline_ms: 2000',
        settings: { deadline_ms: 2_000 },
        server: /^json_schema (-|200) no/,
        vouch: /^TIMEOUT_ERROR: /,
      },
    ],
  },
];
