export * from './config.js';
export { defaultConfig } from './default.js';
export * from './load.js';
export { shippedFile, shippedNames } from './load-plugin.js';
export { kinds } from './plugin.js';
export { redact } from './redact.js';
export { configSchema } from './schema.js';
export * from './settings.js';
