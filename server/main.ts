import { keepCompiled } from './app/keep-compiled.js';

keepCompiled();
await import('./app/stand-alone.js');
