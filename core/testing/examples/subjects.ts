import { type Subject, subjectOf } from '../measure/subject.js';
import { documentOf } from '../typed-page.js';
import { exampleDocuments } from './documents.js';

/** The shipped documents with readings that say what is printed. */
export const exampleSubjects = (): readonly Subject[] =>
  exampleDocuments.map(({ page, truth }) => {
    const file = { name: `${truth.id}.txt`, bytes: new TextEncoder().encode(page) };
    return subjectOf(truth.id, { ...documentOf(page), file }, { truth });
  });
