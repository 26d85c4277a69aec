import { type SettingRow, settingsTable } from './settings-table.js';

type SettingsTable = typeof settingsTable;
export type SettingName = keyof SettingsTable;

export interface Setting extends SettingRow {
  readonly name: SettingName;
}

export const settings: readonly Setting[] = Object.entries(settingsTable).map(([name, row]: [string, SettingRow]) => ({
  name: name as SettingName,
  ...row,
}));

type SettingValue<Name extends SettingName> = SettingsTable[Name] extends { readonly default: infer Value } ? Value : never;

/** The type of the settings under one prefix of the file: for `server.` it is `{ port: number, host: string, … }`. */
export type FileSettings<Prefix extends '' | 'server.'> = {
  readonly [Name in SettingName as LastKey<Prefix, SettingsTable[Name]['key']>]: SettingValue<Name>;
};

type LastKey<Prefix extends string, Key extends string | null> = Key extends `${Prefix}${infer Rest}`
  ? Rest extends `${string}.${string}`
    ? never
    : Rest
  : never;

/** The settings under one prefix, each with the rest of its key. */
export const settingsUnder = (prefix: '' | 'server.'): readonly (readonly [key: string, setting: Setting])[] =>
  settings.flatMap((setting) => {
    const key = setting.key?.startsWith(prefix) ? setting.key.slice(prefix.length) : '';
    return key === '' || key.includes('.') ? [] : [[key, setting] as const];
  });

export const defaultsUnder = <Prefix extends '' | 'server.'>(prefix: Prefix): FileSettings<Prefix> =>
  Object.fromEntries(settingsUnder(prefix).map(([key, setting]) => [key, setting.default])) as FileSettings<Prefix>;

/** The settings as the server takes them. The entry points pass them on; no other part of the server reads the configuration. */
export type ServerSettings = {
  readonly [Name in SettingName as SettingsTable[Name]['key'] extends `server.${string}` ? Name : never]: ServerValue<Name>;
};

type ServerValue<Name extends SettingName> = SettingsTable[Name] extends { forServer(value: never): infer Value }
  ? Value
  : SettingValue<Name>;

export function serverSettings(file: FileSettings<'server.'>): ServerSettings {
  const entries = settingsUnder('server.').map(([key, { name, forServer = (value: unknown) => value }]) => [
    name,
    forServer(Reflect.get(file, key) as never),
  ]);
  return Object.fromEntries(entries) as ServerSettings;
}

/** Which answers people look at. */
export interface ReviewPolicy {
  /** The score that a value needs, 0..1; that of the request when absent. */
  readonly threshold?: number;
  /** The same of single fields, by their paths, with or without the root: `total`, `$.line_items[].amount`. */
  readonly thresholds?: Readonly<Record<string, number>>;
  /** A document with an amount above this is held, in major units of whatever currency. */
  readonly amount_above?: number;
  /** Whether a document is held whose seller no confirmed document has named. */
  readonly new_sellers?: boolean;
  /** The share of documents of which values that nobody doubts are drawn for a blind sample, 0..1. */
  readonly sample?: number;
  /** Thresholds that are chosen by what people have decided. */
  readonly risk?: RiskPolicy;
}

export interface RiskPolicy {
  /** The share of wrong values among the accepted that is promised not to be exceeded, 0..1. */
  readonly silent_errors: number;
  /** Whether everything of a reader is held that is wrong more often than before. */
  readonly hold_on_drift?: boolean;
}

/** What holds where a host says nothing, as the server takes it. */
export const serverDefaults: ServerSettings = serverSettings(defaultsUnder('server.'));
