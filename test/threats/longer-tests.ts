/** The tests that cover each threat fully, by file and a part of their names. `threats.test.ts` tries each threat once over HTTP. */
export const longerTests: Readonly<Record<string, readonly (readonly [file: string, name: string])[]>> = {
  T1: [
    ['test/server/hostile/hostile-files.test.ts', 'the server holds hardly more memory'],
    ['test/plugins/sandbox/sandbox.test.ts', 'is refused for its memory, and the next one is read'],
    ['test/plugins/converters/docx.test.ts', 'that unpacks to more than a part may have is refused'],
  ],
  T2: [
    ['test/plugins/sandbox/isolation.test.ts', 'is kept from everything, and reaches no listener'],
    ['test/threats/hostile-parser.test.ts', 'costs its own file, and nobody else notices'],
    ['test/threats/fallen-parser.test.ts', 'neither forges the next caller’s'],
    ['test/architecture.test.ts', 'parsers of untrusted files: the children'],
    ['test/server/hostile/hostile-files.test.ts', 'nobody has followed a link'],
    ['test/plugins/sandbox/parser-child.test.ts', 'instead of a reply is taken for crashed'],
    ['test/plugins/recognizers/ocr.test.ts', 'is refused if it is %s'],
  ],
  T3: [['test/plugins/converters/docx.test.ts', 'is told from a directory that lies about its size']],
  T4: [
    ['test/server/hostile/overload.test.ts', 'are counted by their bytes, too'],
    ['test/server/routes/refusals.test.ts', 'is refused by its announced length alone'],
    ['test/server/hostile/one-caller-takes-all.test.ts', 'by uploads that never end'],
  ],
  T5: [
    ['test/server/hostile/broken-requests.test.ts', 'is a body that ends too soon: 400'],
    ['test/server/http/keep-room.test.ts', 'keep no request out'],
  ],
  T6: [
    ['test/server/routes/playground.test.ts', 'refuse a document that could cost more than is left'],
    ['test/server/routes/caller-gone.test.ts', ''],
  ],
  T7: [
    ['test/server/routes/access.test.ts', 'is never taken from the address'],
    ['test/server/guards/format.test.ts', 'with one character changed fails its checksum'],
    ['test/server/telemetry/logging.test.ts', 'never holds a key'],
  ],
  T8: [
    ['test/server/routes/access.test.ts', 'knows the clients behind a trusted proxy apart'],
    ['test/server/app/three-instances.test.ts', ''],
    ['test/server/guards/addresses.test.ts', 'exists for every text'],
  ],
  T9: [
    ['test/core/schema/parse.test.ts', 'bounds size, fields and the growth of references'],
    ['test/core/schema/parse.test.ts', 'is refused for more fields than are read'],
  ],
  T10: [
    ['test/threats/injection.test.ts', 'gets no planted value accepted'],
    ['test/threats/hidden-text.test.ts', 'proves nothing to a model that takes it'],
  ],
  T11: [['test/server/telemetry/canary.test.ts', 'no word of a document']],
  T12: [
    ['test/plugins/models/llm/contract.test.ts', 'a redirect (%i), which is not followed'],
    ['test/plugins/models/llm/contract.test.ts', 'an answer above 8 MB is not read to its end'],
    ['test/plugins/models/llm/contract.test.ts', 'nothing from the environment'],
  ],
  T13: [['test/server/routes/playground.test.ts', 'refuses the origin %j before it reads the body']],
  T14: [
    ['test/measure/fuzz/fuzz.test.ts', '$name: nothing dies'],
    ['test/server/hostile/any-request.test.ts', 'is answered within the contract, never with 500'],
  ],
  T15: [['test/server/reference/document.test.ts', '']],
  T16: [['test/architecture.test.ts', 'needs no install script']],
  T17: [
    ['test/server/routes/answers/response-cache.test.ts', 'knows files, schemas, options and API keys apart'],
    ['test/server/routes/answers/idempotency.test.ts', 'of one API key is not that of another'],
  ],
};
