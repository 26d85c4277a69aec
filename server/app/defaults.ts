import type { ParserSharing } from '../extraction/extract.js';

/**
 * What holds where a host says nothing: for `extractionApi`, for the stand-alone server, and for `config/settings-table.ts`, which imports it.
 * The defaults of the engine, such as its deadline, are in `core/assembly/defaults.ts`.
 */
export const serverDefaults = {
  rateLimit: 1,
  rateLimitPerKey: 0,
  playground: true,
  playgroundOrigins: [] as readonly string[],
  parserPer: 'caller' as ParserSharing,
  cacheSeconds: 0,
  dailyCreditsPerKey: 0,
  dailyTokensPerKey: 0,
  dailyCostPerKey: 0,
  dailyTokens: 0,
  /** Jobs at a time. */
  work: 2,
  documents: '',
  keepHours: 168,
  webhookNetworks: [] as readonly string[],
  drainMs: 5_000,
};
