const version = 1;

/** The key in `localStorage` of what a browser keeps for a seller, such as its cart; the document's inline script reads it too. */
export const storageKey = (slug: string): string => `foyer.${slug}.v${version}`;
