import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { extname, join, relative, sep } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../http/refusal.js';
import type { Operations } from '../reference/operations.js';

/**
 * `GET /playground` and `GET /review`: two pages, with the files of both below the first. The policy allows nothing from elsewhere. File names contain a hash or a
 * version, so files can be cached forever, but never the page itself.
 */
export function builtPages(app: FastifyInstance, operations: Operations, shown: ShownPages): void {
  const page = builtPage();
  const pageAt = (path: string, name: string, schema: Operations['playgroundPage']): void => {
    app.get(path, { schema, exposeHeadRoute: true }, async (_request, reply) => {
      const file = page.get(name) ?? missing('The page is not built: run "npm run build"');
      return reply
        .headers(pageHeaders)
        .header('Content-Type', file.type)
        .send(await file.read());
    });
  };
  if (shown.playground) pageAt('/playground', 'index.html', operations.playgroundPage);
  if (shown.review) pageAt('/review', 'review.html', operations.reviewPage);
  if (!shown.playground && !shown.review) return;
  const sendFile = async (path: string, { headers }: FastifyRequest, reply: FastifyReply) => {
    if (path === '') return reply.redirect('../playground', 308);
    const file = page.get(path) ?? missing('Not found: the page has no such file');
    reply.headers(fileHeaders).header('Content-Type', file.type);
    if (!file.readPacked) return reply.send(await file.read());
    reply.header('Vary', 'Accept-Encoding');
    if (!takesGzip(headers['accept-encoding'])) return reply.send(await file.read());
    return reply.header('Content-Encoding', 'gzip').send(await file.readPacked());
  };
  // Without a playground there are only the files that the other page needs.
  for (const folder of shown.playground ? [''] : ['assets/', 'pdfjs/'])
    app.get<{ Params: { '*': string } }>(`/playground/${folder}*`, { exposeHeadRoute: true }, async (request, reply) =>
      sendFile(folder + request.params['*'], request, reply),
    );
}

export interface ShownPages {
  readonly playground: boolean;
  readonly review: boolean;
}

const takesGzip = (accepted = ''): boolean =>
  accepted.split(',').some((one) => /^\s*gzip\s*(?:;|$)/i.test(one) && !/;\s*q=0(?:\.0*)?\s*$/.test(one));

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const pageHeaders = {
  'Content-Security-Policy': policy,
  'Referrer-Policy': 'no-referrer',
};

/** The policy is on every file, because a worker obeys its own policy and not that of the page. */
const fileHeaders = { 'Content-Security-Policy': policy, 'Cache-Control': 'public, max-age=31536000, immutable' };

function missing(detail: string): PageFile {
  throw new Refusal('NOT_FOUND', detail);
}

export interface PageFile {
  readonly type: string;
  read(): Promise<Buffer>;
  /** The file compressed with gzip, where the build has made such a file. */
  readPacked?(): Promise<Buffer>;
}

/**
 * The files that `vite build server/playground` made, by path with slashes; empty before a build. They are listed once, so that no request
 * can reach any other file.
 */
export function builtPage(): ReadonlyMap<string, PageFile> {
  const folder = createRequire(import.meta.url)
    .resolve('vouch/package.json')
    .replace(/package\.json$/, join('dist', 'server', 'playground'));
  if (!existsSync(folder)) return new Map();
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name));
  const packed = new Set(paths.filter((path) => path.endsWith('.gz')));
  const named = paths.filter((path) => !packed.has(path));
  return new Map(named.map((path) => [relative(folder, path).split(sep).join('/'), fileAt(path, packed.has(`${path}.gz`))]));
}

const fileAt = (path: string, packed: boolean): PageFile => ({
  type: types[extname(path)] ?? 'application/octet-stream',
  read: () => readFile(path),
  ...(packed && { readPacked: () => readFile(`${path}.gz`) }),
});

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.pdf': 'application/pdf',
};
