import { defaultThreshold } from '../contracts/extraction.js';

/** The settings of an engine that its host leaves out. */
export const engineDefaults = {
  deadlineMs: 120_000,
  credits: { page: 1, fallbackPage: 2 },
  threshold: defaultThreshold,
  outages: { failures: 5, pauseMs: 5_000, longestPauseMs: 60_000, retryShare: 0.1, retriesAMinute: 10 },
} as const;
