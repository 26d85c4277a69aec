import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'vitest';
import { root } from '../../shipped/readme/markdown.js';
import { runPage } from './run-page.js';

const pages = readdirSync(join(root, 'server/docs')).filter((file) => file.endsWith('.md'));

it.each(pages)('%s does what it says', (page) => runPage(page), 120_000);
