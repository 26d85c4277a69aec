import type { PlaygroundRefusal, RefusalKind } from '../../api/refusal.js';

export interface RefusalWords {
  readonly title: string;
  readonly advice: string;
}

/** The title and advice for each kind of missing answer. */
export const refusalWords = (refusal: PlaygroundRefusal): RefusalWords => words[refusal.kind];

const words: Readonly<Record<RefusalKind, RefusalWords>> = {
  input: { title: 'Something in the form cannot be used', advice: 'Mend it in the setup, then extract again. Nothing was charged.' },
  'too-large': { title: 'The file is too large', advice: 'Choose a smaller one, or send the pages that matter. Nothing was charged.' },
  origin: {
    title: 'This page is not allowed to call the API',
    advice:
      'The service does not recognise the address of this page as one of its own. Whoever runs it can allow it with the setting VOUCH_PLAYGROUND_ORIGINS.',
  },
  'too-fast': { title: 'Too many requests at once', advice: 'Your document and schema are still here.' },
  quota: {
    title: 'The credits for today do not suffice',
    advice: 'With an API key there is no such limit: the Code tab has the same request for a terminal.',
  },
  busy: { title: 'The service is busy', advice: 'Your document and schema are still here.' },
  offline: {
    title: 'There is no connection to the service',
    advice: 'Nothing was lost: your document and schema are still here. Check the connection, then try again.',
  },
  fault: {
    title: 'Something went wrong in the service',
    advice: 'Nothing was charged. Try again; if it stays, tell whoever runs the service.',
  },
};
