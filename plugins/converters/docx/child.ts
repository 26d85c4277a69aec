import { serve } from '../../sandbox/serve.js';
import { readDocument } from './document.js';

serve(readDocument);
