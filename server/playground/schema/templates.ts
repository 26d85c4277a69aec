import { shippedSchemas } from '../../../config/schemas.js';

export type TemplateName = keyof typeof shippedSchemas;
export const templateNames = Object.keys(shippedSchemas) as readonly TemplateName[];

/** The text of a shipped schema, indented as a person would write it. */
export const templateText = (name: TemplateName): string => JSON.stringify(shippedSchemas[name], null, 2);

export const templateTitle = (name: TemplateName): string => shippedSchemas[name].title;

/** True for the unchanged text of a template, which can be replaced without losing anybody's work. */
export const isTemplate = (text: string): boolean => templateNames.some((name) => templateText(name) === text);
