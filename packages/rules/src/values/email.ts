/** Nobody sees them, and no mail server knows the address with them. */
const invisible = /[\p{Cc}\p{Cf}]/u;

/** One @ with text on both sides, no spaces, a domain of labels: what a mail server accepts without quoting. */
const emailPattern =
  /^[^\s@"(),:;<>[\]\\]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]$/;
export const isEmail = (text: string): boolean =>
  emailPattern.test(text) &&
  !invisible.test(text) &&
  !text.includes("..") &&
  !text.startsWith(".") &&
  !text.includes(".@");
