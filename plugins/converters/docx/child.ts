import { serve } from '../../sandbox/inside/serve.js';
import { readDocument } from './document.js';

serve(readDocument);
