import { Options } from './options.js';
import { SchemaSection } from './schema/schema-section.js';
import { Upload } from './upload.js';

/** What the service needs for an extraction: a document, a schema and two options. */
export function SetupPane() {
  return (
    <div class="setup">
      <Upload />
      <SchemaSection />
      <Options />
    </div>
  );
}
