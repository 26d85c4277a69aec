import { expect, it } from 'vitest';
import { retryAfterMs } from '../../../../../plugins/models/llm/request/retry-after.js';

const date = 'Fri, 20 Nov 2026 12:00:00 GMT';
const instant = Date.parse(date);

it.each<[string, Readonly<Record<string, string>>, number | undefined]>([
  ['retry-after first', { 'retry-after': '2', 'x-ratelimit-reset-tokens': '6m0s' }, 2_000],
  [
    'what is used up',
    { 'x-ratelimit-reset-requests': '1s', 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-tokens': '6m0s' },
    1_000,
  ],
  [
    'the longer of two that are used up',
    {
      'x-ratelimit-reset-requests': '17ms',
      'x-ratelimit-remaining-requests': '0',
      'x-ratelimit-reset-tokens': '1m30s',
      'x-ratelimit-remaining-tokens': '0',
    },
    90_000,
  ],
  ['the shortest where nobody says what is used up', { 'x-ratelimit-reset-requests': '1h', 'x-ratelimit-reset-tokens': '7.66s' }, 7_660],
  ['hours', { 'x-ratelimit-reset-requests': '1h2m3s' }, 3_723_000],
  ['plain seconds', { 'x-ratelimit-reset': '3' }, 3_000],
  ['an instant in milliseconds', { 'x-ratelimit-reset': String(instant + 4_000), date }, 4_000],
  ['an instant in seconds', { 'x-ratelimit-reset': String(instant / 1000 + 5), date }, 5_000],
  ['no instant without the server’s own clock', { 'x-ratelimit-reset': String(instant) }, undefined],
  ['nothing from nonsense', { 'x-ratelimit-reset-tokens': 'soon' }, undefined],
])('the wait until a limit is reset is %s', (_name, headers, expected) => {
  expect(retryAfterMs(new Headers(headers))).toBe(expected);
});
