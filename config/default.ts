import type { Config } from './config.js';
import { defaultsUnder } from './settings/settings.js';

/**
 * The configuration as shipped. It needs no key and no network, and a configuration file replaces it key by key.
 * A default witness that is one of the tiers is left out, so that `local` becomes a witness when other tiers are named.
 */
export const defaultConfig: Config = {
  converters: ['pdf', 'docx'],
  recognizers: ['tesseract', 'ppocr'],
  tiers: ['local', 'local:thorough'],
  witnesses: ['facturx', 'local'],
  calibrations: ['local', 'large', 'small'],
  gate: 'required',
  rules: ['horizontal-sum', 'vertical-sum'],
  injector: 'meta',
  credits: { page: 1, fallback_page: 2 },
  outages: { failures: 5, pause_ms: 5_000, longest_pause_ms: 60_000, retry_share: 0.1, retries_a_minute: 10 },
  ...defaultsUnder(''),
  server: defaultsUnder('server.'),
};
