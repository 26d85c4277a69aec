import { useRef } from 'preact/hooks';
import { Icon } from '../../parts/icon.js';
import { add, type Definition, freeName, innerOf, type Place, rowsOf } from '../../schema/edit.js';
import type { FormEdit } from './field-row.js';
import { FieldRow } from './field-row.js';

interface FieldRowsProps {
  readonly definition: Definition;
  readonly place: Place;
  readonly edit: FormEdit;
  readonly depth: number;
}

/** The fields of one object, those of the objects in it inset. */
export function FieldRows({ definition, place, edit, depth }: FieldRowsProps) {
  const list = useRef<HTMLUListElement>(null);
  const rows = rowsOf(definition);
  const addAnother = (): void => {
    const name = freeName(definition);
    edit.change(place, add);
    // The row is there once the change is drawn.
    requestAnimationFrame(() => {
      const input = list.current?.querySelector<HTMLInputElement>(`:scope > li > .field-row [data-name="${name}"]`);
      input?.focus();
      input?.select();
    });
  };
  return (
    <>
      <ul class={`field-rows depth-${depth}`} ref={list}>
        {rows.map((row, index) => {
          const inner = innerOf(row);
          return (
            <li key={index}>
              <FieldRow row={row} names={rows.map(({ name }) => name)} place={place} edit={edit} />
              {inner && (
                <FieldRows definition={inner.definition} place={[...place, row.name, ...inner.step]} edit={edit} depth={depth + 1} />
              )}
            </li>
          );
        })}
      </ul>
      <button type="button" class="button quiet add-another" onClick={addAnother}>
        <Icon name="plus" /> Add another
        <span class="visually-hidden"> field{place.length > 0 && ` to ${place.filter((step) => step !== '[]').join(' ')}`}</span>
      </button>
    </>
  );
}
