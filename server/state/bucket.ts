import { addAbortSignal, type Readable } from 'node:stream';
import { ConfigError } from '../../core/index.js';
import type { DocumentPieces, PieceName } from './document-pieces.js';
import { type Store, StoreError } from './store.js';

/** Objects of a storage that speaks the protocol of Amazon's S3. Each method rejects with a StoreError where it cannot be reached. */
export interface Bucket {
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Undefined where there is none of this name. */
  get(name: string): Promise<Uint8Array | undefined>;
  /** Deleting one that is not there is not an error. */
  delete(name: string): Promise<void>;
  close(): void;
}

/** How long a request may take; a caller waits for it, and a piece has 1 MiB. */
const requestMs = 5_000;
const connectMs = 1_000;
const tries = 2;

/**
 * Opens the bucket of an address such as `s3://bucket/prefix?region=eu-central-1&endpoint=https://minio.example.com`, with the credentials that
 * Amazon's SDK finds: environment, files, the role of the machine. It is not asked anything yet.
 * @throws ConfigError when the address is not one, or the SDK is not installed
 */
export async function openBucket(address: string): Promise<Bucket> {
  const { bucket: Bucket, prefix, region, endpoint } = bucketAddressOf(address);
  const { S3Client, PutObjectCommand, GetObjectCommand, DeleteObjectCommand } = await sdk();
  const client = new S3Client({
    region,
    // A self-hosted server rarely has a host name for each bucket, and not every one knows Amazon's checksums.
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: tries,
    requestHandler: { connectionTimeout: connectMs, requestTimeout: requestMs, throwOnRequestTimeout: true },
  });
  const asked = <T>(answer: Promise<T>): Promise<T> => answer.catch((cause) => Promise.reject(unreachable(cause)));
  const object = (name: string) => ({ Bucket, Key: prefix + name });
  return {
    async put(name, Body) {
      await asked(client.send(new PutObjectCommand({ ...object(name), Body })));
    },
    async get(name) {
      const read = async () => (await client.send(new GetObjectCommand(object(name)))).Body as Readable | undefined;
      return asked(
        read()
          .then((body) => body && bytesOf(body))
          .catch((error) => (isMissing(error) ? undefined : Promise.reject(error))),
      );
    },
    async delete(name) {
      await asked(client.send(new DeleteObjectCommand(object(name))));
    },
    close: () => client.destroy(),
  };
}

/** No object is larger: a piece and its seal. */
const mostBytes = 2 * 1_048_576;

/** All of a body. The SDK waits for its beginning only: the rest may never come, or never end. */
async function bytesOf(body: Readable): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of addAbortSignal(AbortSignal.timeout(requestMs), body) as AsyncIterable<Uint8Array>) {
    size += part.length;
    if (size > mostBytes) throw new RangeError('An object is larger than any that was put there');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

const sdk = () =>
  import('@aws-sdk/client-s3').catch((cause) => {
    throw new ConfigError(
      'Documents in a bucket need the package @aws-sdk/client-s3, which is not installed: npm install @aws-sdk/client-s3@3',
      ['server', 'documents'],
      { cause },
    );
  });

/** A bucket that is missing is a mistake of the host, and is told as one that cannot be reached. */
const isMissing = (error: unknown): boolean => error instanceof Error && error.name === 'NoSuchKey';

/** The names of its errors say enough; their messages may name what is in the bucket. */
const unreachable = (cause: unknown): StoreError =>
  new StoreError(`The bucket of the documents cannot be used: ${cause instanceof Error ? cause.name : 'unknown error'}`, { cause });

export interface BucketAddress {
  readonly bucket: string;
  /** What stands before the names of objects: '' or with a slash at its end. */
  readonly prefix: string;
  readonly region: string;
  /** The URL of a storage that is not Amazon's. */
  readonly endpoint: string | undefined;
}

/** @throws ConfigError that says what is wrong */
export function bucketAddressOf(text: string): BucketAddress {
  const url = URL.parse(text);
  if (url?.protocol !== 's3:' || !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.hostname))
    throw wrong('must be s3://<bucket>/<prefix>, with the region and, where it is not Amazon, the endpoint behind a "?"');
  if (url.username !== '' || url.password !== '') throw wrong('has credentials: put them into AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  const { region = 'us-east-1', endpoint, ...unknown } = Object.fromEntries(url.searchParams);
  const [other] = Object.keys(unknown);
  if (other !== undefined) throw wrong('has a parameter that is neither "region" nor "endpoint"');
  if (endpoint !== undefined && !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? ''))
    throw wrong('has an "endpoint" that is no URL such as https://minio.example.com');
  const path = decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, '');
  return { bucket: url.hostname, prefix: path === '' ? '' : `${path}/`, region, endpoint };
}

const wrong = (what: string): ConfigError => new ConfigError(`The address of the documents ${what}`, ['server', 'documents']);

/** How many pieces one sweep deletes from a bucket, a few at a time. */
const [clearedAtOnce, atOnce] = [1_000, 16];

/**
 * The same store with the documents of jobs in a bucket. The store still knows each piece, as an empty one, so that it decides when a document is gone;
 * the bucket is cleared after it, by any process that sweeps. Documents that were put down before lie where they are.
 */
export function documentsInBucket(store: Store, bucket: Bucket): Store {
  const { jobs } = store;
  if (!jobs) return store;
  const { documents: known } = jobs;
  const documents: DocumentPieces = {
    ...known,
    async put(document, number, piece) {
      // First the note of it: an object that nobody knows would stay for ever.
      await known.put(document, number, new Uint8Array());
      await bucket.put(nameOf({ document, number }), piece);
    },
    async piece(document, number) {
      const piece = await known.piece(document, number);
      return piece?.length === 0 ? bucket.get(nameOf({ document, number })) : piece;
    },
  };
  return {
    ...store,
    jobs: { ...jobs, documents },
    async sweep() {
      await store.sweep();
      await clear(known, bucket);
    },
    async close() {
      bucket.close();
      await store.close();
    },
  };
}

async function clear(known: DocumentPieces, bucket: Bucket): Promise<void> {
  for (let gone = await known.gone(clearedAtOnce); gone.length > 0; gone = await known.gone(clearedAtOnce)) {
    for (let at = 0; at < gone.length; at += atOnce) {
      const some = gone.slice(at, at + atOnce);
      await Promise.all(some.map((piece) => bucket.delete(nameOf(piece))));
      await known.cleared(some);
    }
  }
}

const nameOf = ({ document, number }: PieceName): string => `${document}/${number}`;
