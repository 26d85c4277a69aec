import { markdownPage } from './markdown.js';

export { blocksOf, linksOf, root } from './markdown.js';
/** The README. */
export const { page, links, block, all, section, table } = markdownPage('README.md');
