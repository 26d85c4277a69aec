import type { LoadedConfig } from '../../../config/index.js';
import { ConfigError, createEngine, type Engine } from '../../../core/index.js';

/** The engine of a configuration. @throws ConfigError with the place in the configuration that is wrong. */
export function openEngine({ engine, explain }: LoadedConfig): Engine {
  try {
    return createEngine(engine);
  } catch (error) {
    throw error instanceof ConfigError ? explain(error) : error;
  }
}
