import { randomBytes } from "node:crypto";

/** Letters and digits without those that look like another: five bits each. */
const signs = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const tenSigns = (): string => Array.from(randomBytes(10), (byte) => signs[byte % signs.length]).join("");

/** What people type of their card. */
export const newMemberNumber = tenSigns;
/** What a present is sent as: ten letters and digits (requirements OPEN-56), fifty random bits. */
export const newGiftCode = tenSigns;
/** What a card's picture holds, as of a ticket. */
export const newScanCode = (): string => randomBytes(16).toString("hex").toUpperCase();
