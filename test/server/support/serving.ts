import { work } from '../../../server/app/work.js';
import { serve } from '../../../server/index.js';
import { tinyParts, tinyServer } from './tiny-parts.js';

/**
 * Entry point of a server process, or of one that only works on jobs, that a signal ends. Arguments: milliseconds for each document, settings as
 * JSON, the share of readings in which the provider fails, and `worker` for one.
 */
const [slowMs, settings = '{}', failing = '0', role] = process.argv.slice(2);
const engine = tinyParts(Number(slowMs), Number(failing));
const run = role === 'worker' ? work : serve;
await run({ engine: { ...engine, tiers: [...engine.tiers, ...engine.tiers] }, server: { ...tinyServer, ...JSON.parse(settings) } });
