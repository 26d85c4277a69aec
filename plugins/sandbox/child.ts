import { probeIsolation } from './probe.js';
import { serve } from './serve.js';

serve(probeIsolation);
