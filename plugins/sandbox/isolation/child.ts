import { serve } from '../inside/serve.js';
import { probeIsolation } from './probe.js';

serve(probeIsolation);
