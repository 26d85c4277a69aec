import { shippedSchemas } from '../../config/schemas.js';
import { type Field, parseSchema, template } from '../../core/index.js';
import { type FaultSheet, headerNames, type SheetHeaderName } from './sheet.js';
import { lineFields } from './truth-file.js';

const { properties } = shippedSchemas.invoice;
const { line_items } = properties;

/** The fields of the shipped schema, and the IBAN, which some faults are about. */
const header: Readonly<Record<SheetHeaderName, object>> = { ...properties, iban: { type: 'string', description: 'IBAN to pay to' } };

/** The shipped invoice schema reduced to the fields of a sheet, so that only fields with a known answer are requested. */
export function schemaFor({ header: asked, lines, columns: wanted }: FaultSheet): object {
  const columns = wanted ?? lineFields.filter((name) => lines.some((line) => line[name]));
  const names = headerNames.filter((name) => asked[name]);
  return {
    ...shippedSchemas.invoice,
    properties: {
      ...Object.fromEntries(names.map((name) => [name, header[name]])),
      ...(columns.length > 0 && { line_items: { ...line_items, items: cut(line_items.items, columns) } }),
    },
    required: shippedSchemas.invoice.required.filter((name) => asked[name]),
  };
}

const cut = (items: (typeof line_items)['items'], columns: readonly (keyof (typeof line_items)['items']['properties'])[]): object => ({
  ...items,
  properties: Object.fromEntries(columns.map((name) => [name, items.properties[name]])),
  required: items.required.filter((name) => columns.includes(name)),
});

const whole = parseSchema(JSON.stringify({ type: 'object', properties: { ...header, line_items } }));
const byPath = new Map(whole.fields.map((field) => [field.path, field]));

/** The schema field of a path in a sheet. @throws RangeError when there is none. */
export function fieldAt(path: string): Field {
  const field = byPath.get(template(path));
  if (!field) throw new RangeError(`${path} is no path of a sheet`);
  return field;
}
