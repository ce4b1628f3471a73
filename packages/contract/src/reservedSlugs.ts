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
