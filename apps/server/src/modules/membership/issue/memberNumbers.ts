import { randomBytes } from "node:crypto";

/** 32 letters and digits that do not look alike, five bits each. */
const characters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const tenCharacters = (): string =>
  Array.from(randomBytes(10), (byte) => characters[byte % characters.length]).join("");

/** A number that is printed on a card and typed. */
export const newMemberNumber = tenCharacters;
/** A code of fifty random bits. */
export const newGiftCode = tenCharacters;
/** The content of a card's QR code. */
export const newScanCode = (): string => randomBytes(16).toString("hex").toUpperCase();
