import { changeAt, type Definition, definitionOf } from '../../schema/edit.js';
import { useStore } from '../../state/store.js';
import type { FormEdit } from './field-row.js';
import { FieldRows } from './field-rows.js';

/** The schema as rows. While its text is no schema there is nothing to show as such. */
export function SchemaForm() {
  const { state, dispatch } = useStore();
  const definition = definitionOf(state.schema);
  if (!definition)
    return <p class="empty-note">The text is not a schema with properties at the moment. The JSON view shows where it stops being one.</p>;
  const change: FormEdit['change'] = (place, edit) => dispatch({ type: 'schema', text: written(changeAt(definition, place, edit)) });
  return <FieldRows definition={definition} place={[]} edit={{ change }} depth={0} />;
}

const written = (definition: Definition): string => JSON.stringify(definition, null, 2);
