/** Control characters that change the text direction: they could make a name read as another one. */
const bidiControls = /[\u202a-\u202e\u2066-\u2069]/g;

/** Characters without width that are copied along with text from e-mails and pages. Joiners have a meaning and stay. */
const invisibleSpaces = /[\u200b\u2060\ufeff]/g;

/** Cleans typed text for storage: NFC, no invisible characters, no surrounding space. Line breaks and tabs stay. */
export const plainText = (text: string): string =>
  text
    .normalize("NFC")
    .replace(bidiControls, "")
    .replace(invisibleSpaces, "")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, (sign) => (sign === "\n" || sign === "\t" ? sign : " "))
    .trim();
