import { serve } from '../../../server/index.js';
import { tinyParts, tinyServer } from './tiny-parts.js';

/** Entry point of a server process that a signal ends. Arguments: milliseconds for each document, and server settings as JSON. */
const [slowMs, settings = '{}'] = process.argv.slice(2);
const engine = tinyParts(Number(slowMs));
await serve({ engine: { ...engine, tiers: [...engine.tiers, ...engine.tiers] }, server: { ...tinyServer, ...JSON.parse(settings) } });
