/** An answer that would not fit into memory that is meant for answers. */
export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge';
}

const mostBytes = 8 * 1024 * 1024;

/**
 * A fetch for one provider: sends these headers and no others, so that nothing the SDK found in the environment leaves with a document; follows no
 * redirect, which would carry the document to a stranger; stops reading an answer, unpacked, at 8 MB.
 */
export const providerFetch =
  (headers: Readonly<Record<string, string>>): typeof fetch =>
  async (target, init) => {
    const response = await fetch(target, { ...init, headers: { ...headers }, redirect: 'error' });
    return new Response(response.body?.pipeThrough(limiter()) ?? null, response);
  };

function limiter(): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > mostBytes) controller.error(new AnswerTooLarge(`The answer is longer than ${mostBytes} bytes`));
      else controller.enqueue(chunk);
    },
  });
}
