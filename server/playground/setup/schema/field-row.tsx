import { useState } from 'preact/hooks';
import { Icon } from '../../parts/icon.js';
import { Switch } from '../../parts/switch.js';
import {
  type Change,
  describe,
  type FieldType,
  type ObjectPath,
  remove,
  rename,
  require,
  retype,
  type SchemaField,
  types,
} from '../../schema/edit.js';

export interface FormEdit {
  /** Changes the object at a path of the schema. */
  readonly change: (path: ObjectPath, change: Change) => void;
}

interface FieldRowProps {
  readonly field: SchemaField;
  /** The names of all fields of the same object. */
  readonly names: readonly string[];
  readonly path: ObjectPath;
  readonly edit: FormEdit;
}

/** One field with its name, type, description and whether it is required. */
export function FieldRow({ field: { name, type, required, definition }, names, path, edit }: FieldRowProps) {
  const description = typeof definition['description'] === 'string' ? definition['description'] : '';
  return (
    <div class="field-row">
      <NameInput name={name} names={names} onRename={(to) => edit.change(path, rename(name, to))} />
      <select
        class={`type-badge type-${type}`}
        aria-label={`FieldType of ${name}`}
        value={type}
        onChange={({ currentTarget }) => edit.change(path, retype(name, currentTarget.value as FieldType))}
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
        onInput={({ currentTarget }) => edit.change(path, describe(name, currentTarget.value))}
      />
      <Switch
        label={`Required`}
        on={required}
        onChange={(on) => edit.change(path, require(name, on))}
        describedBy={`name-${[...path, name].join('-')}`}
      />
      <button type="button" class="button quiet icon-only" aria-label={`Delete ${name}`} onClick={() => edit.change(path, remove(name))}>
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
