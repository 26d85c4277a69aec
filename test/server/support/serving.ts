import { serve } from '../../../server/index.js';
import { tinyParts, tinyServer } from './tiny-parts.js';

/** A process of its own that serves until a signal ends it; each document takes as long as the first argument says, the second has settings. */
const [slowMs, settings = '{}'] = process.argv.slice(2);
const engine = tinyParts(Number(slowMs));
await serve({ engine: { ...engine, tiers: [...engine.tiers, ...engine.tiers] }, server: { ...tinyServer, ...JSON.parse(settings) } });
