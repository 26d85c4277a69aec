import { engineDefaults } from '../core/index.js';
import type { Config } from './config.js';
import { defaultsUnder } from './settings.js';

const { credits, outages } = engineDefaults;

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
  credits: { page: credits.page, fallback_page: credits.fallbackPage },
  outages: {
    failures: outages.failures,
    pause_ms: outages.pauseMs,
    longest_pause_ms: outages.longestPauseMs,
    retry_share: outages.retryShare,
    retries_a_minute: outages.retriesAMinute,
  },
  ...defaultsUnder(''),
  server: defaultsUnder('server.'),
};
