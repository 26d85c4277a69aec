import { definePlugin, ExtractionError } from 'vouch';

/** Sends pages that are pictures to an OCR service. Put the requests and answers of your service in their place. */
export default definePlugin({
  kind: 'recognizer',
  name: '__name__',
  api: 1,
  options: { type: 'object', required: ['url'], properties: { url: { type: 'string', minLength: 1 } } },
  create({ url }, context) {
    const key = context.secret('OCR_SERVICE_KEY');
    return {
      async recognize({ document, page, signal }) {
        const answer = await ask(`${url}?page=${page.number}`, {
          method: 'POST',
          body: document.pictures ?? document.file.bytes,
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/pdf' },
          redirect: 'error',
          signal,
        });
        return { words: answer.words.map(wordOf), turn: 0 };
      },
    };
  },
});

/** A failure is never an empty page. */
async function ask(url, request) {
  try {
    const response = await fetch(url, request);
    if (response.ok) return await response.json();
    throw new Error(`it answered ${response.status}`);
  } catch (cause) {
    throw new ExtractionError('EXTRACTION_FAILED', `the OCR service failed: ${cause.message}`, { cause });
  }
}

const wordOf = ({ text, confidence, ...box }) => ({ text, box, ocr: true, certainty: confidence });
