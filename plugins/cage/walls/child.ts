import { serve } from '../serve.js';
import { tryWalls } from './try-walls.js';

serve(tryWalls);
