import {
  type AppraisedField,
  type ConfidenceGate,
  type Doubt,
  definePlugin,
  isEmpty,
  type ObjectNode,
  type SchemaNode,
  template,
} from '../../core/index.js';

/**
 * Accepts a draft when every required field has a value and reaches the threshold: rule 5 of the specification. A required object or array
 * is a field too: null when it is empty and, without required fields of its own, as sure as its least sure value. Source: specification,
 * rule 5.
 */
export default definePlugin({
  kind: 'gate',
  name: 'required',
  create: (): ConfidenceGate => ({
    review: (draft, schema, threshold) => new Review(draft.fields, threshold).object(schema.root),
  }),
});

class Review {
  constructor(
    private readonly fields: readonly AppraisedField[],
    private readonly threshold: number,
  ) {}

  object(node: ObjectNode): readonly Doubt[] {
    return node.properties.flatMap(([, property]) => (property.required ? this.node(property) : []));
  }

  private node(node: SchemaNode): readonly Doubt[] {
    const fields = this.fields.filter((field) => isWithin(field.path, node.path));
    if (fields.every((field) => isEmpty(field))) return [{ path: node.path, cause: 'null' }];
    const inner = node.kind === 'array' ? node.items : node;
    if (inner.kind === 'object' && inner.listsRequired) return this.object(inner);
    const nullable = inner.kind === 'object';
    return fields.flatMap((field) => this.doubt(field, nullable));
  }

  /** In a container without required fields a null is an ordinary answer: only its score counts. */
  private doubt(field: AppraisedField, nullable: boolean): readonly Doubt[] {
    if (isEmpty(field) && !nullable) return [{ path: field.path, cause: 'null' }];
    return field.score < this.threshold ? [{ path: field.path, cause: 'unsure' }] : [];
  }
}

const isWithin = (path: string, container: string): boolean => {
  const place = template(path);
  return place === container || [`${container}.`, `${container}[`].some((start) => place.startsWith(start));
};
