export const bytesOf = (base64: string): Uint8Array =>
  Uint8Array.from(atob(base64), (char) => char.codePointAt(0) ?? 0);

export const toHex = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Codes are upper case; a typed code may be lower case and contain spaces. */
export const plainCode = (code: string): string => code.replaceAll(/\s/g, "").toUpperCase();

export const encodedCode = (code: string): BufferSource => new TextEncoder().encode(plainCode(code)) as BufferSource;

/** The SHA-256 of a code in hexadecimal. A code has too many random bits to be found from it. */
export const hashOfCode = async (code: string): Promise<string> =>
  toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", encodedCode(code))));

/** The longest code that the server accepts; no ticket has one this long. */
const longest = 200;

/**
 * A code without spaces and control characters, as a camera reads it or a hardware scanner types it. Undefined if nothing
 * is left.
 */
export const cleanCode = (text: string): string | undefined =>
  text.replaceAll(/[\s\p{C}]/gu, "").slice(0, longest) || undefined;
