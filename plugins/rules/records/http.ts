import { ConfigError } from '../../../core/index.js';
import { LookupError } from './host-lookup.js';
import type { MasterRecord, RecordSource } from './record-source.js';

/** Asks a service, which answers a JSON list of records, one record, or 404. @throws ConfigError for an address that cannot be asked */
export function httpRecords(url: string, authorization: string | undefined): RecordSource {
  if (!url.includes('{value}')) throw new ConfigError('"url" needs {value} where the value that is looked up belongs');
  if (!isAskable(url)) throw new ConfigError('"url" must be an address of http or https; a key belongs into "authorization"');
  const headers = { accept: 'application/json', ...(authorization !== undefined && { authorization }) };
  return {
    local: false,
    async find(value, signal) {
      const response = await fetch(url.replaceAll('{value}', encodeURIComponent(value)), { headers, redirect: 'error', signal });
      if (response.status === 404) return [];
      if (!response.ok) throw new LookupError(`it answered ${response.status}`);
      const body: unknown = await response.json().catch(() => undefined);
      const records = Array.isArray(body) ? body : [body];
      if (!records.every(isRecord)) throw new LookupError('its answer is no list of records');
      return records.map(asTexts);
    },
  };
}

/** Whether an address can be asked: a name and a password in it cannot be sent. */
function isAskable(url: string): boolean {
  const { protocol, username, password } = URL.parse(url) ?? { protocol: '', username: '', password: '' };
  return /^https?:$/.test(protocol) && username === '' && password === '';
}

const isRecord = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Values as texts; what is null or nested is left out. */
export const asTexts = (record: object): MasterRecord =>
  Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) => (value === null || typeof value === 'object' ? [] : [[name, String(value)]])),
  );
