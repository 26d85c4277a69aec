/** The tests that hold each threat in full, by file and by what their names begin with; `threats.test.ts` tries each once at the door. */
export const longerTests: Readonly<Record<string, readonly (readonly [file: string, name: string])[]>> = {
  T1: [
    ['test/server/hostile-files.test.ts', 'the server holds hardly more memory'],
    ['test/plugins/cage/cage.test.ts', 'is refused for its memory, and the next one is read'],
    ['test/plugins/converters/docx.test.ts', 'that unpacks to more than a part may have is refused'],
  ],
  T2: [
    ['test/plugins/cage/walls.test.ts', 'finds every wall standing, and nobody outside is reached'],
    ['test/architecture.test.ts', 'parsers of untrusted files: the children'],
    ['test/server/hostile-files.test.ts', 'nobody has followed a link'],
  ],
  T3: [['test/plugins/converters/docx.test.ts', 'is told from a directory that lies about its size']],
  T4: [
    ['test/server/overload.test.ts', 'are counted by their bytes, too'],
    ['test/server/refusals.test.ts', 'is refused by its announced length alone'],
  ],
  T5: [['test/server/broken-requests.test.ts', 'is a body that ends too soon: 400']],
  T6: [
    ['test/server/playground.test.ts', 'refuse a document that could cost more than is left'],
    ['test/server/caller-gone.test.ts', ''],
  ],
  T7: [
    ['test/server/access.test.ts', 'is never taken from the address'],
    ['test/server/keys/format.test.ts', 'with one character changed fails its checksum'],
    ['test/server/logging.test.ts', 'never holds a key'],
  ],
  T8: [
    ['test/server/access.test.ts', 'knows the clients behind a trusted proxy apart'],
    ['test/server/three-instances.test.ts', ''],
    ['test/server/guards/client-address.test.ts', 'has a name for anything'],
  ],
  T9: [
    ['test/core/schema/parse.test.ts', 'bounds size, fields and the growth of references'],
    ['test/core/schema/wide-schema-takes-seconds.test.ts', 'is refused for more fields than are read'],
  ],
  T10: [['test/threats/injection.test.ts', 'gets no planted value accepted']],
  T11: [['test/server/telemetry/canary.test.ts', 'no word of a document']],
  T12: [
    ['test/plugins/models/llm/contract.test.ts', 'a redirect (%i), which is not followed'],
    ['test/plugins/models/llm/contract.test.ts', 'an answer above 8 MB is not read to its end'],
    ['test/plugins/models/llm/contract.test.ts', 'nothing from the environment'],
  ],
  T13: [['test/server/playground.test.ts', 'refuses the origin %j before it reads the body']],
  T14: [
    ['test/fuzz/fuzz.test.ts', '$name: nothing dies'],
    ['test/server/any-request.test.ts', 'is answered within the contract, never with 500'],
  ],
  T15: [['test/server/openapi/document.test.ts', '']],
  T16: [['test/architecture.test.ts', 'needs no install script']],
  T17: [
    ['test/server/answers/response-cache.test.ts', 'knows files, schemas, options and API keys apart'],
    ['test/server/answers/idempotency.test.ts', 'of one API key is not that of another'],
  ],
};
