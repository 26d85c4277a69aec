import { serve } from '../../server/index.js';
import { tinyParts, tinyServer } from './tiny-parts.js';

/** A process of its own that serves until a signal ends it; each document takes as long as the argument says. */
await serve({ engine: tinyParts(Number(process.argv[2])), server: tinyServer });
