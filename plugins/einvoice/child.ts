import { serve } from '../sandbox/serve.js';
import { readXml } from './listing.js';
import { readAttachment } from './statements.js';

/** Reads a file that is an invoice, or what is attached to one. */
serve(async (task) => (task.wanted === 'attachment' ? readAttachment(task.bytes) : readXml(task)));
