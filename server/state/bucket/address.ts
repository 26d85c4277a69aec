import { ConfigError } from '../../../core/index.js';

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
