import { loadConfig } from '../../config/index.js';
import { ConfigError } from '../../core/index.js';
import { serve } from './serve.js';

try {
  await serve(await loadConfig({ env: process.env, cwd: process.cwd() }));
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
