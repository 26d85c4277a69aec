import type { ProviderRow } from './row.js';

/** One start of the server, and what is tried while it runs. */
export interface ServerSetup {
  readonly name: string;
  /** Its options besides model, address, threads and seed. */
  readonly given: readonly string[];
  readonly rows: readonly ProviderRow[];
}

export const key = 'key-of-the-providers';

/** A small model writes what it likes: what counts is that Vouch says so where nothing could be made of an answer. */
const either = /^(answered: |PARSING_ERROR: llama-cpp:any: the reply could not be used: it )/;

/** Most of what a small model writes is of no use. */
const short = { max_output_tokens: 256 };

const withoutGrammar: ServerSetup = {
  name: 'as it comes: the model’s own chat template, with which no grammar starts',
  given: ['--ctx-size', '2048', '--parallel', '1'],
  rows: [
    {
      tried: 'vouch doctor --online',
      doctor: true,
      server: /^\/v1\/models\/any 404, then \/v1\/models 200$/,
      vouch: /^ok: /,
    },
    {
      tried: 'the line of the guide: it refuses a schema and any JSON, and is asked in words',
      line: short,
      server: /^json_schema 400 invalid_request_error, then json_object 400 invalid_request_error, then text 200 \w+ /,
      vouch: either,
    },
    {
      tried: 'structured: schema, set by hand',
      line: { structured: 'schema', ...short },
      server: /^json_schema 400 invalid_request_error$/,
      vouch: /^LLM_ERROR: llama-cpp:any: the request was refused \(400, invalid_request_error\): .*\bstructured\b/,
    },
    {
      tried: 'structured: json_object, set by hand',
      line: { structured: 'json_object', ...short },
      server: /^json_object 400 invalid_request_error$/,
      vouch: /^LLM_ERROR: llama-cpp:any: the request was refused \(400, invalid_request_error\): .*\bstructured\b/,
    },
    {
      tried: 'pdf: pictures, for a model that does not see',
      line: { pdf: 'pictures' },
      server: /^json_schema (400|500) \w+_error$/,
      vouch: /^LLM_ERROR: llama-cpp:any: the request was refused \((400|500)\): .*\bpdf\b/,
    },
  ],
};

const withGrammar: ServerSetup = {
  name: 'with --no-jinja, which lets it hold answers to a schema, and with a key',
  given: ['--ctx-size', '2048', '--parallel', '1', '--no-jinja', '--api-key', key],
  rows: [
    {
      tried: 'asked while it loads its model',
      meets: 'loading',
      line: short,
      server: /^(\d × )?json_schema (200|503 unavailable_error)/,
      vouch: new RegExp(`${either.source}|^LLM_ERROR: llama-cpp:any: the provider failed \\(503\\)`),
    },
    {
      tried: 'a key that is not its own',
      line: { api_key: 'another' },
      server: /^json_schema 401 authentication_error$/,
      vouch: /^LLM_ERROR: llama-cpp:any: the key was refused \(401/,
    },
    { tried: 'structured: schema', line: { structured: 'schema', ...short }, server: /^json_schema 200 \w+ /, vouch: either },
    { tried: 'structured: json_object', line: { structured: 'json_object', ...short }, server: /^json_object 200 \w+ /, vouch: either },
    { tried: 'structured: prompt', line: { structured: 'prompt', ...short }, server: /^text 200 \w+ /, vouch: either },
    { tried: 'stream: false', line: { stream: false, ...short }, server: /^json_schema 200 \w+ /, vouch: either },
    { tried: 'an answer that may fill its context', server: /^json_schema 200 \w+ /, vouch: either },
    {
      tried: 'a document that its context does not hold: smaller parts are read',
      line: { structured: 'prompt', ...short },
      document: 'sample',
      settings: { deadline_ms: 300_000 },
      server: /^text 400 exceed_context_size_error/,
      vouch: /^(LLM_ERROR: llama-cpp:any: .*\bcontext\b|answered: |TIMEOUT_ERROR: |PARSING_ERROR: )/,
    },
    {
      tried: 'a slow reply, with timeout_ms: 50',
      line: { timeout_ms: 50 },
      server: /^(\d × )?json_schema (-|200) no/,
      vouch: /^LLM_ERROR: llama-cpp:any: no answer within 50 ms \(timeout_ms\)/,
    },
    {
      tried: 'a reply that pauses, with silence_ms: 1',
      line: { silence_ms: 1 },
      server: /^(\d × )?json_schema 200 not ended/,
      vouch: /^LLM_ERROR: llama-cpp:any: the answer paused for 1 ms \(silence_ms\)/,
    },
    {
      tried: 'a request that ends first, with deadline_ms: 6000',
      settings: { deadline_ms: 6_000 },
      server: /^(no call|json_schema (-|200) no)/,
      vouch: /^TIMEOUT_ERROR: /,
    },
    {
      tried: 'killed in the middle of an answer',
      meets: 'stopped',
      server: /^json_schema 200 not ended/,
      vouch: /^LLM_ERROR: llama-cpp:any: (the connection failed|the answer broke off)/,
    },
  ],
};

const shared: ServerSetup = {
  name: 'with --no-jinja and its usual four slots, which share one context',
  given: ['--ctx-size', '2048', '--no-jinja'],
  rows: [
    {
      tried: 'three documents at once',
      times: 3,
      line: short,
      server: /json_schema (200|500) /,
      vouch: /^((answered: |PARSING_ERROR: |LLM_ERROR: llama-cpp:any: )[^|]*( \| |$)){3}$/,
    },
  ],
};

export const setups: readonly ServerSetup[] = [withoutGrammar, withGrammar, shared];
