/** A token stands for a position in the pipeline, not for a kind of part: a model is injected as a tier or as a witness. */
export const tokens = {
  converter: Symbol('converter'),
  recognizer: Symbol('recognizer'),
  splitter: Symbol('splitter'),
  tier: Symbol('tier'),
  givenReader: Symbol('reader of what came with a request'),
  witness: Symbol('witness'),
  gate: Symbol('gate'),
  rule: Symbol('rule'),
  injector: Symbol('injector'),
} as const;
