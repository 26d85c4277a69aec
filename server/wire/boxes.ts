import type { AppraisedField, Draft, Json, JsonObject, Region } from '../../core/index.js';
import { isObject } from '../../core/internal.js';

/** The object with `boxes` in each field confidence entry whose words have a place on a page. Entries that an injector left out stay out. */
export function withBoxes(object: JsonObject, draft: Draft): JsonObject {
  const { _meta: meta } = object;
  if (!isObject(meta) || !Array.isArray(meta['field_confidence'])) return object;
  const byPath = new Map(draft.fields.map((field) => [field.path, field]));
  const entries = meta['field_confidence'].map((entry) => (isObject(entry) ? placed(entry, byPath.get(String(entry['field']))) : entry));
  return { ...object, _meta: { ...meta, field_confidence: entries } };
}

const placed = (entry: JsonObject, field: AppraisedField | undefined): Json =>
  field?.regions ? { ...entry, boxes: field.regions.map(boxBody) } : entry;

const boxBody = ({ page, x, y, width, height }: Region): JsonObject => ({
  page,
  x: rounded(x),
  y: rounded(y),
  w: rounded(width),
  h: rounded(height),
});

/** A twentieth of a point, on a page of usual size. */
const rounded = (share: number): number => Math.round(share * 10_000) / 10_000;
