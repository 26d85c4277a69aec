import { serve } from '../../sandbox/serve.js';
import { readXml } from './document.js';

serve(readXml);
