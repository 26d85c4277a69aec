import { useRef } from 'preact/hooks';
import { Icon } from '../../parts/icon.js';
import { add, changeAt, definitionOf, type EditedSchema, fieldsOf, freeName, innerOf, type ObjectPath } from '../../schema/edit.js';
import { useStore } from '../../state/store.js';
import { FieldRow, type FormEdit } from './field-row.js';

/** The schema as a form, or a note while the text is not a schema. */
export function SchemaForm() {
  const { state, dispatch } = useStore();
  const definition = definitionOf(state.schema);
  if (!definition)
    return <p class="empty-note">The text is not a schema with properties at the moment. The JSON view shows where it stops being one.</p>;
  const change: FormEdit['change'] = (path, edit) => dispatch({ type: 'schema', text: written(changeAt(definition, path, edit)) });
  return <FieldRows definition={definition} path={[]} edit={{ change }} depth={0} />;
}

const written = (definition: EditedSchema): string => JSON.stringify(definition, null, 2);

interface FieldRowsProps {
  readonly definition: EditedSchema;
  readonly path: ObjectPath;
  readonly edit: FormEdit;
  readonly depth: number;
}

/** The fields of one object as rows, with the fields of inner objects indented. */
function FieldRows({ definition, path, edit, depth }: FieldRowsProps) {
  const list = useRef<HTMLUListElement>(null);
  const fields = fieldsOf(definition);
  const addAnother = (): void => {
    const name = freeName(definition);
    edit.change(path, add);
    // The row exists only after the change has been drawn.
    requestAnimationFrame(() => {
      const input = list.current?.querySelector<HTMLInputElement>(`:scope > li > .field-row [data-name="${name}"]`);
      input?.focus();
      input?.select();
    });
  };
  return (
    <>
      <ul class={`field-rows depth-${depth}`} ref={list}>
        {fields.map((field, index) => {
          const inner = innerOf(field);
          return (
            <li key={index}>
              <FieldRow field={field} names={fields.map(({ name }) => name)} path={path} edit={edit} />
              {inner && (
                <FieldRows definition={inner.definition} path={[...path, field.name, ...inner.step]} edit={edit} depth={depth + 1} />
              )}
            </li>
          );
        })}
      </ul>
      <button type="button" class="button quiet add-another" onClick={addAnother}>
        <Icon name="plus" /> Add another
        <span class="visually-hidden"> field{path.length > 0 && ` to ${path.filter((step) => step !== '[]').join(' ')}`}</span>
      </button>
    </>
  );
}
