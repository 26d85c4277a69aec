import { it } from 'vitest';
import { guidePaths } from '../../shipped/readme/markdown.js';
import { runPage } from './run-page.js';

it.each([...guidePaths.keys()])('%s does what it says', (page) => runPage(page), 120_000);
