import type { PlaygroundState } from '../../routes/playground-state.js';

/** What the service says of itself and of today. */
export interface ServiceInfo {
  readonly version: string;
  readonly price: { readonly page: number; readonly fallbackPage: number };
  readonly fileBytes: number;
  readonly credits: { readonly left: number; readonly aDay: number; readonly resetsAt: Date };
}

/** Asks for it. The clock of this browser says when a day of the service ends: the service only says in how long. */
export async function askService(): Promise<ServiceInfo> {
  const answer = await fetch(new URL('playground/state', location.href), { credentials: 'omit' });
  if (!answer.ok) throw new Error(`the service answered ${answer.status}`);
  const state = (await answer.json()) as PlaygroundState;
  return {
    version: state.version,
    price: { page: state.price.page, fallbackPage: state.price.fallback_page },
    fileBytes: state.file_bytes,
    credits: { left: state.credits.left, aDay: state.credits.a_day, resetsAt: new Date(Date.now() + state.credits.resets_in_ms) },
  };
}
