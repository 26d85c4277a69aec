import type { Document, JsonObject } from '../../../core/index.js';
import { documentOf, run } from '../builders.js';

/** The findings about what names each value of data that came without quotes, by path. */
export async function namesOf(
  page: string | Document,
  fields: Readonly<Record<string, unknown>>,
  data: JsonObject,
): Promise<Readonly<Record<string, string | undefined>>> {
  const { draft } = await run({ document: typeof page === 'string' ? documentOf(page) : page, fields, given: { data } });
  const entries = draft?.fields.map(({ path, caps }) => [path.slice(2), caps.find(({ name }) => name.startsWith('label.'))?.name] as const);
  return Object.fromEntries(entries ?? []);
}
