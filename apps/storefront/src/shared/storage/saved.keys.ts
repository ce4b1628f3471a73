const version = 1;

/** Where this browser keeps what it remembers of a seller. */
export const savedKey = (slug: string): string => `foyer.${slug}.v${version}`;
