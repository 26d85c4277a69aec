import type { PlaygroundState } from '../../wire/service.js';

/** The kinds of file that the service reads. */
export interface ReadTypes {
  readonly formats: readonly string[];
  readonly extensions: readonly string[];
  readonly mediaTypes: readonly string[];
}

/** Used until the service has said what its converters accept: what the default configuration does. */
const shippedTypes: ReadTypes = {
  formats: ['PDF', 'DOCX'],
  extensions: ['.pdf', '.docx'],
  mediaTypes: ['application/pdf', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
};

export const readsOf = ({ service }: { readonly service?: ServiceInfo | 'unknown' | undefined }): ReadTypes =>
  service && service !== 'unknown' ? service.reads : shippedTypes;

/** The version, prices and limits of the service, and the credits left today. */
export interface ServiceInfo {
  readonly version: string;
  readonly price: { readonly page: number; readonly fallbackPage: number };
  readonly fileBytes: number;
  readonly reads: ReadTypes;
  readonly credits: { readonly left: number; readonly aDay: number; readonly resetsAt: Date };
}

/** Asks for the state of the playground. The service sends the time until reset, so that a wrong clock does not matter. */
export async function askService(): Promise<ServiceInfo> {
  const answer = await fetch(new URL('playground/state', location.href), { credentials: 'omit' });
  if (!answer.ok) throw new Error(`the service answered ${answer.status}`);
  const state = (await answer.json()) as PlaygroundState;
  return {
    version: state.version,
    price: { page: state.price.page, fallbackPage: state.price.fallback_page },
    fileBytes: state.file_bytes,
    reads: { formats: state.reads.formats, extensions: state.reads.extensions, mediaTypes: state.reads.media_types },
    credits: { left: state.credits.left, aDay: state.credits.a_day, resetsAt: new Date(Date.now() + state.credits.resets_in_ms) },
  };
}
