import sampleUrl from './sample-invoice.pdf?url';

/** The document that is ready on arrival: the one of `npm run demo`. */
export async function sampleFile(): Promise<File> {
  const answer = await fetch(sampleUrl);
  return new File([await answer.blob()], 'sample-invoice.pdf', { type: 'application/pdf' });
}
