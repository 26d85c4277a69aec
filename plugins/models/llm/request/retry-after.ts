/**
 * The wait that a provider asks for, in milliseconds; undefined where it names none that is usable. Not bounded, because the caller knows
 * the deadline. A date is measured against the answer's own `date`, so that no local clock matters.
 */
export function retryAfterMs(headers: Headers | undefined): number | undefined {
  if (!headers) return undefined;
  const milliseconds = headers.get('retry-after-ms');
  if (milliseconds) return waitOf(Number(milliseconds));
  const after = headers.get('retry-after');
  if (!after) return untilReset(headers);
  const seconds = Number(after);
  return waitOf(Number.isNaN(seconds) ? Date.parse(after) - dateOf(headers) : seconds * 1000);
}

const waitOf = (milliseconds: number): number | undefined => (milliseconds >= 0 ? Math.ceil(milliseconds) : undefined);

const dateOf = (headers: Headers): number => Date.parse(headers.get('date') ?? '');

/** OpenAI and Groq: `x-ratelimit-reset-tokens: 6m0s` beside `x-ratelimit-remaining-tokens: 0`; OpenRouter: `x-ratelimit-reset`, an instant. */
const limits = ['', '-requests', '-tokens'];

/** The wait until a limit is reset: the longest of those of which nothing remains, else the shortest that is named. */
function untilReset(headers: Headers): number | undefined {
  const resets = limits.flatMap((limit) => {
    const wait = resetIn(headers.get(`x-ratelimit-reset${limit}`), dateOf(headers));
    return wait === undefined ? [] : [{ wait, isUsedUp: headers.get(`x-ratelimit-remaining${limit}`)?.trim() === '0' }];
  });
  const usedUp = resets.filter(({ isUsedUp }) => isUsedUp).map(({ wait }) => wait);
  if (usedUp.length > 0) return Math.max(...usedUp);
  return resets.length > 0 ? Math.min(...resets.map(({ wait }) => wait)) : undefined;
}

/** An instant this far from 1970 is not a number of seconds to wait: in seconds and in milliseconds. */
const [instantSeconds, instantMs] = [1e9, 1e12];

/** '6m0s', '7.66s', '17ms', '2' (seconds), or an instant in seconds or milliseconds since 1970. */
function resetIn(text: string | null, now: number): number | undefined {
  if (!text) return undefined;
  const number = Number(text);
  if (number >= instantSeconds) return waitOf((number >= instantMs ? number : number * 1000) - now);
  if (!Number.isNaN(number)) return waitOf(number * 1000);
  const parts = /^(?:(\d+)h)?(?:(\d+)m(?!s))?(?:(\d+(?:\.\d+)?)s)?(?:(\d+(?:\.\d+)?)ms)?$/.exec(text.trim());
  if (!parts) return undefined;
  const [hours, minutes, seconds, milliseconds] = parts.slice(1).map((part) => Number(part ?? 0));
  return waitOf((((hours ?? 0) * 60 + (minutes ?? 0)) * 60 + (seconds ?? 0)) * 1000 + (milliseconds ?? 0));
}
