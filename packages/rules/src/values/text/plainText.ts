/** Control characters that change the text direction: they could make a name read as another one. */
const bidiControls = /[\u202a-\u202e\u2066-\u2069]/g;

/** Cleans typed text for storage: NFC, no invisible characters, no surrounding space. Line breaks and tabs stay. */
export const plainText = (text: string): string =>
  text
    .normalize("NFC")
    .replace(bidiControls, "")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, (sign) => (sign === "\n" || sign === "\t" ? sign : " "))
    .trim();
