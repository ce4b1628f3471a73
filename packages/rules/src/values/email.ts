/**
 * What a mail server accepts without quoting. Equal to the pattern of the contract, from which rules take only types: a
 * test compares them.
 */
export const addressPattern =
  /^(?!\.|[^@]*\.[.@])[^\s@"(),:;<>[\]\\\p{Cc}\p{Cf}]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]$/u;

export const isEmail = (text: string): boolean => addressPattern.test(text);
