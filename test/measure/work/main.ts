import { startCounting } from './count-blocks.js';

// Only what is loaded from here on is counted.
const counting = await startCounting();
const { gate } = await import('./gate.js');
await gate(counting);
