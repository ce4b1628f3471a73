/** A readable cookie beside the session's, which nobody but the server reads: 'full' or 'limited' while somebody is logged in. */
export const loggedInCookie = (slug: string): string => `foyer-in.${slug}`;
