import * as z from "zod/mini";

/**
 * Whether a text consists of the characters of base64. A pattern for the whole text would keep a way back for each
 * character, and runs out of memory for them at some 16 million.
 */
const isBase64 = (text: string): boolean => {
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  return !/[^A-Za-z0-9+/]/.test(text.slice(0, text.length - padding));
};

/** A file in base64, of at most so many characters. */
export const base64File = (maxLength: number) =>
  z.string().check(z.minLength(4), z.maxLength(maxLength), z.refine(isBase64));
