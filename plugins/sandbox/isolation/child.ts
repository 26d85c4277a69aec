import { serve } from '../inside/serve.js';
import { tryWalls } from './probe.js';

serve(tryWalls);
