import type { FoundKey } from './store.js';

/** A use is noted anew only after this time, in ms, by whichever server. */
export const touchMs = 30_000;

/** How long, in ms, a replaced secret is still known after its end, so that who uses it is told why it ended. */
export const keptMs = 30 * 86_400_000;

/** Whether a secret works at a moment, and when it ends: with its key, or before it where a rotation has replaced it. */
export function endOf(times: { readonly expiresAt: Date | null; readonly replacedAt: Date | null; readonly now: number }) {
  const [expires, replaced] = [times.expiresAt, times.replacedAt].map((date) => date?.getTime() ?? Number.POSITIVE_INFINITY) as [
    number,
    number,
  ];
  const end = Math.min(expires, replaced);
  const ended = expires <= times.now ? 'expired' : 'replaced';
  const state: FoundKey['state'] = end > times.now ? 'valid' : ended;
  return { state, validUntil: Number.isFinite(end) ? new Date(end) : null };
}
