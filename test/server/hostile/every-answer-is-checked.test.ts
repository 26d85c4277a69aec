import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../shipped/readme/page.js';

/** Who may send a request with its own hands, and why. Everybody else leaves it to the first four, which hold the answer against the OpenAPI document. */
const hands: Readonly<Record<string, string>> = {
  'test/server/support/ask.ts': 'holds',
  'test/server/support/door.ts': 'holds',
  'test/server/support/curl.ts': 'holds',
  'test/server/support/socket.ts': 'holds',
  'test/server/support/not-held.ts': 'names what the document says nothing of',
  'test/server/support/conformity.ts': 'fetches the document that answers are held against',
  'test/fakes/relay.ts': 'passes bytes on and looks at none',
  'test/measure/fuzz/answered.ts': 'holds, outside of a test as well',
  'test/measure/fuzz/requests/exchange.ts': 'brings answers to the kind of requests, which holds them',
  'test/measure/fuzz/files.ts': 'looks whether anybody answers',
  'test/measure/fuzz/large/try-large.ts': 'looks whether anybody answers',
  'test/measure/load/call.ts': 'measures, outside of a test as well',
  'test/measure/load/probe.ts': 'measures, outside of a test as well',
  'test/measure/load/watch.ts': 'measures, outside of a test as well',
  'test/measure/load/rows/slow-senders.ts': 'only keeps a connection busy',
  'test/measure/outages/caller.ts': 'breaks off, outside of a test as well',
  'test/server/hostile/overload.test.ts': 'only connects',
  'test/playground/d-results.test.ts': 'is a proxy: the page behind it holds',
  'test/playground/g-review.test.ts': 'shows the page an answer with other doubts in it',
  'test/fakes/llm-server.test.ts': 'asks a provider, not us',
  'test/threats/hostile-parser.test.ts': 'asks a server whose parser is hostile, in a process of its own',
  'test/threats/hostile-children.test.ts': 'asks a server whose children are hostile, in a process of its own',
  'test/threats/hostile-parser.ts': 'is what a hostile parser would ask',
  'test/threats/hostile-server.ts': 'asks a server whose parser is hostile, in a process of its own',
  'test/measure/jobs/caller.ts': 'asks servers that are killed meanwhile, outside of a test as well',
  'test/measure/jobs/liveness.ts': 'measures, outside of a test as well',
  'test/measure/jobs/trials/survival.ts': 'asks servers whose disk is full, outside of a test as well',
  'test/measure/runtimes/other-ends.ts': 'passes bytes on and looks at none',
  'test/measure/lengths/measure-length.ts': 'measures, outside of a test as well',
  'test/measure/review/main.ts': 'measures, outside of a test as well',
  'test/measure/eval/corpus/client.ts': 'measures, outside of a test as well',
  'test/server/client/extract.test.ts': 'asks as the client does, whose types are held against the document',
  'test/server/client/openapi.test.ts': 'fetches the document',
  'test/server/cli/mcp/mcp.test.ts': 'asks the server of MCP, which has a protocol of its own',
  'test/server/cli/mcp/connected.ts': 'asks the server of MCP, which has a protocol of its own',
  'test/server/cli/mcp/failures.test.ts': 'asks the server of MCP, which has a protocol of its own',
  'test/server/jobs/spans-of-jobs.test.ts': 'names an attribute',
  'test/server/jobs/vouch-work.test.ts': 'asks a worker, which answers probes alone',
  'test/server/routes/jobs/documents.test.ts': 'breaks off an upload',
  'test/server/routes/webhooks.test.ts': 'asks for a path that a host does not have',
  'test/shipped/package/plugins.ts': 'asks a server of the package, in a process of its own',
  'test/server/telemetry/spans.test.ts': 'names an attribute',
  'test/measure/providers/llama/llama-server.ts': 'asks a provider, not us',
  'test/measure/providers/llama/recorder.ts': 'stands before a provider',
  'test/measure/providers/llama/recorder.test.ts': 'asks a provider, not us',
  'test/kit/contract-trial.ts': 'injects _meta, no request',
  'test/measure/faults/run/appraiser.ts': 'injects _meta, no request',
};
const request =
  /\bfetch\(|\.inject\(|\bhttps?\.(?:get|request)\b|\brequest\b[^}]*\} from 'node:https?'|\bconnect\((?:\{ )?\w*[pP]ort|from 'undici'|^\s*curl .*\$\{/m;

const files = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.startsWith('measure/bench/'))
  .map((file) => `test/${file}`);
const asking = files.filter((file) => request.test(readFileSync(join(root, file), 'utf8')));

it('every request of the tests goes through what holds its answer against the OpenAPI document', () => {
  const self = 'test/server/hostile/every-answer-is-checked.test.ts';
  expect(asking.filter((file) => file !== self && !(file in hands))).toEqual([]);
});

it('nobody is excused who asks nothing', () => {
  expect(Object.keys(hands).filter((file) => file !== 'test/server/support/curl.ts' && !asking.includes(file))).toEqual([]);
});
