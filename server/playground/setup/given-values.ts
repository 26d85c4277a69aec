import { schemaOfData } from '../../../core/schema/data.js';
import { parseSchema } from '../../../core/schema/parse.js';
import { parseReading } from '../../../core/shapes/shapes.js';

/** What is wrong with values, in the service's own words; undefined when nothing is, or when there are none. */
export function problemOf(values: string): string | undefined {
  if (values.trim() === '') return undefined;
  try {
    parseSchema(schemaOfValues(values));
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

export const schemaOfValues = (values: string): string => schemaOfData(parseReading(values).data);
