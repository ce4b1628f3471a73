const version = 1;

/** The key under which a browser keeps a seller's cart; the document's inline script reads it too. */
export const savedKey = (slug: string): string => `foyer.${slug}.v${version}`;
