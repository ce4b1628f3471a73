/**
 * First segments of the server's own addresses, and of the back office's behind `/_office`: no seller has them as a slug.
 * Names with an underscore, such as `cached_api`, are no slugs anyway.
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
 * How the address of a preview ends: 26 characters that nobody guesses (130 bits). No other seller has a slug like that; the
 * database checks it too.
 */
export const previewEnding = /--p-[a-z2-7]{26}$/;
