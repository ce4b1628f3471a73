/**
 * First path segments of the server's own addresses, and of the back office's behind `/_office`, which no seller can have
 * as a slug. Names with an underscore, such as `cached_api`, are not valid slugs anyway.
 */
export const reservedSlugs: ReadonlySet<string> = new Set([
  "api",
  "assets",
  "healthz",
  "livez",
  "readyz",
  "account",
  "forgot-password",
  "invitation",
  "new-password",
  "operator",
  "scan",
  "second-factor",
  "sign-in",
]);

/**
 * The ending of a preview's slug: 26 random characters (130 bits), which cannot be guessed. No other seller can have such a
 * slug; the database enforces this too.
 */
export const previewSuffix = /--p-[a-z2-7]{26}$/;
