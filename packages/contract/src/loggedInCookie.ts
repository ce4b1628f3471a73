/**
 * The name of a cookie that scripts may read and that accompanies the session cookie: 'full' or 'limited' while
 * somebody is logged in. The server ignores it for access.
 */
export const loggedInCookie = (slug: string): string => `foyer-in.${slug}`;
