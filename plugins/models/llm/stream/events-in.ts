/**
 * The events of a stream of server-sent events, their data parsed as JSON; a mark that is none, such as `[DONE]`, stays text.
 * Source: HTML Living Standard, §9.2.6. @throws SyntaxError for data that is neither
 */
export async function* eventsIn(body: ReadableStream<Uint8Array>): AsyncGenerator<unknown> {
  let data: string[] = [];
  for await (const line of linesIn(body)) {
    if (line.startsWith('data:')) data.push(line.slice('data:'.length).replace(/^ /, ''));
    if (line !== '' || data.length === 0) continue;
    yield parsed(data.join('\n'));
    data = [];
  }
  // Some servers leave out the empty line after the last event.
  if (data.length > 0) yield parsed(data.join('\n'));
}

async function* linesIn(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield withoutReturn(line);
  }
  if (rest !== '') yield withoutReturn(rest);
}

const withoutReturn = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line);

const parsed = (data: string): unknown => (/^\[[A-Z]+\]$/.test(data) ? data : JSON.parse(data));
