import { afterEach, beforeEach, expect } from 'vitest';
import { type LlmServer, type ServerTerms, startLlmServer } from '../../../fakes/llm-server.js';

/** A fake provider that starts before each test and closes after it; a test fails where it has sent a request that breaks the API. */
export function serverOfEachTest(terms: ServerTerms = {}): LlmServer {
  let server: LlmServer | undefined;
  beforeEach(async () => {
    server = await startLlmServer(terms);
  });
  afterEach(async () => {
    await server?.close();
    expect(server?.violations).toEqual([]);
  });
  const running = (): LlmServer => {
    if (!server) throw new Error('The server of a test runs only during one');
    return server;
  };
  return {
    get url() {
      return running().url;
    },
    get requests() {
      return running().requests;
    },
    get violations() {
      return running().violations;
    },
    answer: (...handlers) => running().answer(...handlers),
    connections: () => running().connections(),
    close: () => running().close(),
  };
}
