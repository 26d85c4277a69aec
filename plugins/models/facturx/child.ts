import { serve } from '../../sandbox/inside/serve.js';
import { readInvoice } from './read-invoice.js';

serve(async ({ bytes }) => readInvoice(bytes));
