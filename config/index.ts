export type { Config, PartReference, UserConfig } from './config.js';
export { defineConfig } from './config.js';
export { defaultConfig } from './default.js';
export type { ServerSettings, Setting, Store } from './settings.js';
export { settings } from './settings.js';
