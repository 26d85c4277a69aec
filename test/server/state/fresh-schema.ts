import { onTestFinished } from 'vitest';
import { openSchema, type TestSchema } from './open-schema.js';

export type FreshSchema = Omit<TestSchema, 'drop'>;

/** A schema of one test, dropped when it has finished, or when `end` says. */
export async function freshSchema(
  server: { readonly url: string },
  end: (drop: () => Promise<void>) => void = onTestFinished,
): Promise<FreshSchema> {
  const schema = await openSchema(server.url);
  end(() => schema.drop());
  return schema;
}
