export { type AppOptions, buildApp } from './app.js';
export { type BudgetTerms, dailyBudget } from './daily-budget.js';
export { type ExtractionApiOptions, extractionApi } from './extraction-api.js';
export { createKey, type KeyOrder } from './keys/create-key.js';
export type { Limits } from './limits.js';
export { type ServeSettings, serve } from './serve.js';
export { type RunningServer, type StartSettings, startServer } from './start-server.js';
export { openStore } from './state/open-store.js';
export type {
  Allowance,
  AnswerClaim,
  AnswerStore,
  ClaimFound,
  Hold,
  KeyRecord,
  KeyStore,
  Pace,
  QuotaStore,
  RateStore,
  Store,
  StoreEvent,
} from './state/store.js';
export { type Metrics, type MetricsOptions, openMetrics } from './telemetry/metrics.js';
export { wire } from './wire.js';
export { type CheckBody, type ExtractionBody, type VerificationBody, wireSchemas } from './wire-schemas.js';
