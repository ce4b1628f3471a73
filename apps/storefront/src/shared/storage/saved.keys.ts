const version = 1;

/** The storage key of a seller. */
export const savedKey = (slug: string): string => `foyer.${slug}.v${version}`;
