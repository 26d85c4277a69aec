import { keepCompiled } from './keep-compiled.js';

keepCompiled();
await import('./stand-alone.js');
