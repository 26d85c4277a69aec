/** How much a package of Office Open XML may unpack to. */
export const packageOptions = {
  max_inflated_mb: { type: 'integer', default: 50, minimum: 1, description: 'MiB that all parts together may unpack to.' },
  max_parts: { type: 'integer', default: 2_000, minimum: 1, description: 'Parts of the package.' },
  max_part_mb: { type: 'integer', default: 20, minimum: 1, description: 'MB that one part of XML may unpack to.' },
} as const;

type PackageOptions = Readonly<Record<keyof typeof packageOptions, number>>;

/** The same for the parser. */
export const packageLimits = ({ max_inflated_mb, max_parts, max_part_mb }: PackageOptions) => ({
  inflatedMb: max_inflated_mb,
  maxParts: max_parts,
  partMb: max_part_mb,
});
