import { unconformities } from '../../../server/support/conformity.js';
import { judged } from '../answered.js';
import { drawn, type FuzzKind, type FuzzOutcome } from '../kind.js';
import { exchange, type SocketExchange } from '../requests/exchange.js';
import { type RawRequest, request } from '../requests/request.js';
import { openTarget } from '../target.js';

/**
 * Raw bytes on sockets: request lines, headers, framing and forms. Every complete request gets an answer, and every answer is documented.
 */
export const requests: FuzzKind = {
  name: 'requests',
  share: 0.25,
  aim: 50_000,
  short: 200,
  together: 24,
  async open() {
    const target = await openTarget('recognizers: []\n');
    return {
      async attempt(seed) {
        const given = drawn(request, seed);
        const port = Number(new URL(await target.url()).port);
        return outcomeOf(given, await exchange(port, given.bytes, given.whole, [given.method]));
      },
      show: (seed) => JSON.stringify(drawn(request, seed).bytes.toString('latin1')),
      deaths: target.deaths,
      async close() {
        await target.close();
        return [];
      },
    };
  },
};

function outcomeOf({ method, path, whole }: RawRequest, { answers, rest, ended }: SocketExchange): FuzzOutcome {
  const [first] = answers;
  const faults = [
    ...(ended === 'silence' ? ['nobody answers, and nobody hangs up'] : []),
    ...(rest === '' ? [] : [`what comes is no answer: ${JSON.stringify(rest.slice(0, 100))}`]),
    ...(whole && !first ? ['a whole request has no answer'] : []),
  ];
  if (!first) return { answer: 'none: gone', faults };
  const asked = { method, path: path.replace(/^https?:\/\/[^/]*/i, '').replace(/#.*/, '') };
  const nothing = { method: undefined, path: '' };
  const known = unconformities(first, asked).length === 0 ? asked : nothing;
  const { answer, faults: of } = judged(first, ['EXTRACTION_FAILED'], known);
  const others = answers
    .slice(1)
    .flatMap((one) => (fits(one) ? [] : [`a further answer is not documented: ${one.status} ${one.text.slice(0, 100)}`]));
  return { answer, faults: [...faults, ...of, ...others] };
}

/** Bytes after a request are another request, or an invalid one. */
const fits = (answer: Parameters<typeof unconformities>[0]): boolean =>
  [
    { method: 'GET', path: '/health' },
    { method: undefined, path: '' },
  ].some((asked) => unconformities(answer, asked).length === 0);
