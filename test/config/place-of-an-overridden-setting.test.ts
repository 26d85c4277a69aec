import { expect, it } from 'vitest';
import { ConfigError } from '../../core/index.js';
import { load } from './workspace.js';

const taken = new ConfigError('it is taken', ['server', 'port']);

it.each([
  ['the file, where nothing overrides it', {}, /^vouch\.config\.yaml:\d+:\d+: server\.port: it is taken$/],
  ['the variable that overrides the file', { env: { PORT: '18080' } }, /^PORT: it is taken$/],
  ['the flag that overrides both', { env: { PORT: '18080' }, overrides: { port: '18081' } }, /^--port: it is taken$/],
])('an error of a setting names %s', async (_, given, message) => {
  const { explain } = await load('server:\n  port: 8080', given);
  expect(explain(taken)).toMatchObject({ message: expect.stringMatching(message), place: ['server', 'port'] });
});
