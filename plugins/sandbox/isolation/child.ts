import { serve } from '../serve.js';
import { probeIsolation } from './probe.js';

serve(probeIsolation);
