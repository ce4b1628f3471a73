import { randomBytes } from "node:crypto";

/** Without letters that look like digits: 32 characters of five bits each. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const groups = { count: 5, size: 4 } as const;

/** A random number of a hundred bits, in groups that are easy to type: '7K3M-Q2XW-9ABC-DEFG-HJ01'. */
export const newGiftCardNumber = (): string =>
  Array.from({ length: groups.count }, () =>
    Array.from(randomBytes(groups.size), (byte) => alphabet[byte % alphabet.length]).join(""),
  ).join("-");
