import { type GivenCell, type Handler, json, textOf } from '../llm-server.js';
import { eventMessage } from './event-stream.js';

/** An answer of Gemini, a thought first; `changes` replace members of its one candidate. */
export const generateReply = (cells: readonly GivenCell[] | string, changes: object = {}): Handler =>
  json({
    candidates: [
      {
        index: 0,
        finishReason: 'STOP',
        content: { role: 'model', parts: [{ text: 'A table.', thought: true }, { text: textOf(cells) }] },
        ...changes,
      },
    ],
    usageMetadata: { promptTokenCount: 1000, candidatesTokenCount: 150, thoughtsTokenCount: 50, totalTokenCount: 1200 },
    modelVersion: 'gemini-test',
    responseId: 'r1',
  });

/** Gemini's answer to a prompt that it does not take: it has no candidate. */
export const generateBlock: Handler = json({
  promptFeedback: { blockReason: 'PROHIBITED_CONTENT' },
  usageMetadata: { promptTokenCount: 1000, totalTokenCount: 1000 },
});

const usage = { inputTokens: 1000, outputTokens: 200, totalTokens: 1200 };

/** An answer of Bedrock, as a whole or in events, whichever is asked for. */
export const converseReply =
  (cells: readonly GivenCell[] | string, stopReason = 'end_turn'): Handler =>
  (request, response) => {
    const content = [{ reasoningContent: { reasoningText: { text: 'A table.' } } }, { text: textOf(cells) }];
    if (!request.path.endsWith('-stream'))
      return json({ output: { message: { role: 'assistant', content } }, stopReason, usage, metrics: { latencyMs: 1 } })(request, response);
    response.writeHead(200, { 'content-type': 'application/vnd.amazon.eventstream' });
    for (const event of conversation(textOf(cells), stopReason)) response.write(event);
    response.end();
  };

const conversation = (text: string, stopReason: string): readonly Buffer[] => [
  eventMessage('event', 'messageStart', { role: 'assistant' }),
  eventMessage('event', 'contentBlockDelta', { contentBlockIndex: 0, delta: { reasoningContent: { text: 'A table.' } } }),
  eventMessage('event', 'contentBlockStop', { contentBlockIndex: 0 }),
  ...halves(text).map((half) => eventMessage('event', 'contentBlockDelta', { contentBlockIndex: 1, delta: { text: half } })),
  eventMessage('event', 'contentBlockStop', { contentBlockIndex: 1 }),
  eventMessage('event', 'messageStop', { stopReason }),
  eventMessage('event', 'metadata', { usage, metrics: { latencyMs: 1 } }),
];

const halves = (text: string): readonly string[] => {
  const middle = Math.floor(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)];
};

/** A stream of Bedrock that fails after its first words. */
export const converseBreak =
  (exception: string): Handler =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/vnd.amazon.eventstream' });
    response.write(eventMessage('event', 'contentBlockDelta', { contentBlockIndex: 0, delta: { text: '{"fields"' } }));
    response.end(eventMessage('exception', exception, { message: 'CANARY' }));
  };
