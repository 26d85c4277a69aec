import { serve } from '../../sandbox/serve.js';
import { readWorkbook } from './document.js';

serve(readWorkbook);
