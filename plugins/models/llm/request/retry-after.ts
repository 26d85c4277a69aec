/**
 * How long a provider asks to wait, in milliseconds: `retry-after-ms`, else `retry-after` in seconds or as a date, which is measured against the
 * answer's own `date` so that no clock here matters. Undefined where nothing usable is said. Not bounded: who waits knows the deadline.
 */
export function retryAfterMs(headers: Headers | undefined): number | undefined {
  const milliseconds = headers?.get('retry-after-ms');
  if (milliseconds) return waitOf(Number(milliseconds));
  const after = headers?.get('retry-after');
  if (!after) return undefined;
  const seconds = Number(after);
  return waitOf(Number.isNaN(seconds) ? Date.parse(after) - Date.parse(headers?.get('date') ?? '') : seconds * 1000);
}

const waitOf = (milliseconds: number): number | undefined => (milliseconds >= 0 ? Math.ceil(milliseconds) : undefined);
