import { useRef, useState } from 'preact/hooks';
import { Icon, Switch } from '../parts/controls.js';
import { useStore } from '../store.js';
import {
  add,
  type Change,
  changeAt,
  definitionOf,
  describe,
  type EditedSchema,
  type FieldType,
  fieldsOf,
  freeName,
  innerOf,
  type ObjectPath,
  remove,
  rename,
  require,
  retype,
  type SchemaField,
  types,
} from './edit.js';

export function SchemaForm() {
  const { state, dispatch } = useStore();
  const definition = definitionOf(state.schema);
  if (!definition)
    return <p class="empty-note">The text is not a schema with properties at the moment. The JSON view shows where it stops being one.</p>;
  const edit: FormEdit = (path, change) => dispatch({ type: 'schema', text: written(changeAt(definition, path, change)) });
  return <FieldRows definition={definition} path={[]} edit={edit} />;
}

const written = (definition: EditedSchema): string => JSON.stringify(definition, null, 2);

interface FieldRowsProps {
  readonly definition: EditedSchema;
  readonly path: ObjectPath;
  readonly edit: FormEdit;
}

function FieldRows({ definition, path, edit }: FieldRowsProps) {
  const list = useRef<HTMLUListElement>(null);
  const fields = fieldsOf(definition);
  const addAnother = (): void => {
    const name = freeName(definition);
    edit(path, add);
    // The row exists only after the change has been drawn.
    requestAnimationFrame(() => {
      const input = list.current?.querySelector<HTMLInputElement>(`:scope > li > .field-row [data-name="${name}"]`);
      input?.focus();
      input?.select();
    });
  };
  return (
    <>
      <ul class={`field-rows ${path.length > 0 ? 'inner' : ''}`} ref={list}>
        {fields.map((field, index) => {
          const inner = innerOf(field);
          return (
            <li key={index}>
              <FieldRow field={field} names={fields.map(({ name }) => name)} path={path} edit={edit} />
              {inner && <FieldRows definition={inner.definition} path={[...path, field.name, ...inner.step]} edit={edit} />}
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

type FormEdit = (path: ObjectPath, change: Change) => void;

interface FieldRowProps {
  readonly field: SchemaField;
  readonly names: readonly string[];
  readonly path: ObjectPath;
  readonly edit: FormEdit;
}

function FieldRow({ field: { name, type, required, definition }, names, path, edit }: FieldRowProps) {
  const description = typeof definition['description'] === 'string' ? definition['description'] : '';
  return (
    <div class="field-row">
      <NameInput name={name} names={names} onRename={(to) => edit(path, rename(name, to))} />
      <select
        class={`type-badge type-${type}`}
        aria-label={`FieldType of ${name}`}
        value={type}
        onChange={({ currentTarget }) => edit(path, retype(name, currentTarget.value as FieldType))}
      >
        {types.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
      <input
        class="description"
        aria-label={`Description of ${name}`}
        placeholder="Describe it: where it stands, what it is called"
        value={description}
        onInput={({ currentTarget }) => edit(path, describe(name, currentTarget.value))}
      />
      <Switch
        label={`Required`}
        on={required}
        onChange={(on) => edit(path, require(name, on))}
        describedBy={`name-${[...path, name].join('-')}`}
      />
      <button type="button" class="button quiet icon-only" aria-label={`Delete ${name}`} onClick={() => edit(path, remove(name))}>
        <Icon name="close" />
      </button>
      <span class="visually-hidden" id={`name-${[...path, name].join('-')}`}>
        {name}
      </span>
    </div>
  );
}

/** Renames the field while its name is typed, unless another field of the object has that name. */
function NameInput({
  name,
  names,
  onRename,
}: {
  readonly name: string;
  readonly names: readonly string[];
  readonly onRename: (to: string) => void;
}) {
  const [draft, setDraft] = useState<string>();
  const clash = draft !== undefined && draft !== name;
  return (
    <span class="name">
      <input
        aria-label={`Name of the field ${name}`}
        aria-invalid={clash}
        data-name={name}
        value={draft ?? name}
        onInput={({ currentTarget: { value } }) => {
          const free = value !== '' && !names.some((other) => other === value && other !== name);
          setDraft(free ? undefined : value);
          if (free && value !== name) onRename(value);
        }}
        onBlur={() => setDraft(undefined)}
      />
      {clash && (
        <span class="problem" role="alert">
          {draft === '' ? 'A field needs a name' : 'This name is taken'}
        </span>
      )}
    </span>
  );
}
