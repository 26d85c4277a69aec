import { serve } from '../../sandbox/serve.js';
import { readInvoice } from './read-invoice.js';

serve(async ({ bytes }) => readInvoice(bytes));
