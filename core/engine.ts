import type { Engine, EngineSettings } from './contracts/extraction.js';

/**
 * Makes an engine from its parts: validates every plugin's options, creates the plugins, and composes the pipeline in a container of its own.
 * @throws ConfigError naming the plugin, the option and what would help.
 */
export declare function createEngine(settings: EngineSettings): Engine;
