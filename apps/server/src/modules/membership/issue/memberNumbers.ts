import { randomBytes } from "node:crypto";

/** Letters and digits without those that look like another: five bits each. */
const characters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const tenCharacters = (): string =>
  Array.from(randomBytes(10), (byte) => characters[byte % characters.length]).join("");

/** What people type of their card. */
export const newMemberNumber = tenCharacters;
/** What a present is sent as: ten letters and digits (requirements OPEN-56), fifty random bits. */
export const newGiftCode = tenCharacters;
/** What a card's picture holds, as of a ticket. */
export const newScanCode = (): string => randomBytes(16).toString("hex").toUpperCase();
