import { afterAll, vi } from 'vitest';
import { removeTemporaryFolders } from './temporary-folder.js';

/** What one file of tests changes in its process is undone before the next, which finds the product loaded and what helpers have opened. */
vi.useRealTimers();
vi.unstubAllEnvs();
vi.unstubAllGlobals();
afterAll(removeTemporaryFolders);
