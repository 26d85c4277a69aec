import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { providerFetch } from '../llm/request/connection.js';

/** A request as the SDK has signed it. */
interface SignedRequest {
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | readonly string[] | null>>;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Sends the SDK's requests as those of other providers: without redirects, with only the signed headers, and answers of limited length. */
export const fetchHandler = {
  async handle(request: SignedRequest, { abortSignal }: { readonly abortSignal?: unknown } = {}) {
    const { host: _, 'content-length': __, ...signed } = request.headers;
    const response = await providerFetch({ ...signed, 'user-agent': 'vouch' })(addressOf(request), {
      method: request.method,
      ...(request.body === undefined ? {} : { body: request.body as Uint8Array<ArrayBuffer> | string }),
      ...(abortSignal instanceof AbortSignal && { signal: abortSignal }),
    });
    const body = response.body ? Readable.fromWeb(response.body as ReadableStream) : undefined;
    return { response: { statusCode: response.status, headers: Object.fromEntries(response.headers), body } };
  },
  updateHttpClientConfig: () => {},
  httpHandlerConfigs: () => ({}),
  destroy: () => {},
};

const addressOf = ({ protocol, hostname, port, path }: SignedRequest): string =>
  `${protocol}//${hostname}${port === undefined ? '' : `:${port}`}${path}`;
