import { serve } from '../../cage/serve.js';
import { readDocument } from './document.js';

serve(readDocument);
