import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { loadConfig } from '../../../../config/index.js';
import { createEngine } from '../../../../core/index.js';
import { weighingPicture } from './examples.js';

/** `npm run drawings` draws how evidence adds up, as `npm run screens` does, without a browser. */
const path = fileURLToPath(import.meta.resolve('vouch/package.json').replace(/package\.json$/, 'server/docs/pictures/weighing.svg'));
const engine = createEngine((await loadConfig({ env: {}, cwd: tmpdir() })).engine);
await writeFile(path, await weighingPicture(engine));
await engine.close();
