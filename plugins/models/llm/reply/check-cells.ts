import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { Cell } from '../../../../core/index.js';
import { cellSchema } from '../prompt/cell-schema.js';

/** Cells of the right shape, or what is wrong, in words for the one who wrote them. */
export type Checked = { readonly cells: readonly Cell[] } | { readonly problems: readonly string[] };

/** Checks parsed JSON against the cell schema. Of a long list of errors the first ten are told. */
export function checkCells(value: unknown): Checked {
  const validate = validator();
  return validate(value) ? { cells: value.cells } : { problems: (validate.errors ?? []).slice(0, 10).map(words) };
}

let compiled: ValidateFunction<{ readonly cells: readonly Cell[] }> | undefined;

function validator(): ValidateFunction<{ readonly cells: readonly Cell[] }> {
  compiled ??= new Ajv({ allErrors: false, allowUnionTypes: true, logger: false }).compile(cellSchema);
  return compiled;
}

const words = (error: ErrorObject): string => `${error.instancePath || 'the answer'} ${error.message ?? 'is wrong'}`;
