import { serveSight } from '../sight/serve-sight.js';
import { Engine } from './core.js';
import { look } from './look.js';

const engine = await Engine.open();
await serveSight((paper, wanted) => look(engine, paper, wanted));
