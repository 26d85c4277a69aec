import type { FuzzKind } from './kind.js';
import { documents } from './kinds/documents.js';
import { replies } from './kinds/replies.js';
import { requests } from './kinds/requests.js';
import { schemas } from './kinds/schemas.js';

export const kinds: readonly FuzzKind[] = [schemas, requests, documents, replies];
