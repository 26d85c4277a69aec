import { ae } from './regions/ae.js';
import { ch } from './regions/ch.js';
import { de } from './regions/de.js';
import { es } from './regions/es.js';
import { fr } from './regions/fr.js';
import { gb } from './regions/gb.js';
import { it } from './regions/it.js';
import { nl } from './regions/nl.js';
import { pt } from './regions/pt.js';
import { se } from './regions/se.js';
import { us } from './regions/us.js';

/** Regions whose letters the standard PDF fonts contain. */
export const latinRegions = [gb, de, us, fr, es, it, nl, pt, se, ch] as const;
export const arabicRegion = ae;
