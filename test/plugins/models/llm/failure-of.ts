import { expect } from 'vitest';
import { ExtractionError, type Reading } from '../../../../core/index.js';

/** The failure that a reading ends with. The test fails when there is none. */
export async function failureOf(reading: Promise<Reading>): Promise<ExtractionError> {
  const error: unknown = await reading.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ExtractionError);
  return error as ExtractionError;
}
