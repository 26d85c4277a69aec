import { it } from 'vitest';
import { guidePage, guidePaths } from '../../shipped/readme/markdown.js';
import { compilePages, runPage } from './run-page.js';

const pages = [...guidePaths.keys()];

it.each(pages)('%s does what it says', (page) => runPage(page), 300_000);

it('the TypeScript of all pages compiles', () =>
  compilePages(pages.filter((page) => guidePage(page).blocks.some(({ language }) => language === 'ts'))));
