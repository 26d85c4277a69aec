import { keepCompiled } from '../app/keep-compiled.js';

/** It is no error when the reader of the output ends early, as `head` does. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

keepCompiled();
const { ownTerminal, run } = await import('./run.js');
await run(process.argv.slice(2), ownTerminal());
