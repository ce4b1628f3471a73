/** Signs that turn the direction of what follows them: a name could read as another one, on a list as on a ticket. */
const bidiControls = /[\u202a-\u202e\u2066-\u2069]/g;

/** What somebody typed, as it is kept: one way of writing each letter, no signs that cannot be seen, no space around it. */
export const plainText = (text: string): string =>
  text
    .normalize("NFC")
    .replace(bidiControls, "")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, (sign) => (sign === "\n" || sign === "\t" ? sign : " "))
    .trim();
