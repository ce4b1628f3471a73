/**
 * The one rule for addresses that people type: what a mail server accepts without quoting. One @ with text on both sides,
 * no spaces or invisible characters, no dot at the ends of the local part and no two in a row, and a domain of labels.
 */
export const emailPattern =
  /^(?!\.|[^@]*\.[.@])[^\s@"(),:;<>[\]\\\p{Cc}\p{Cf}]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]$/u;
