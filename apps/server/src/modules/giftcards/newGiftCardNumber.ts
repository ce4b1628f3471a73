import { randomBytes } from "node:crypto";

/** Digits and letters without those that look like another: five bits each. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const groups = { many: 5, each: 4 } as const;

/** A number for a new card, '7K3M-Q2XW-9ABC-DEFG-HJ01': a hundred random bits, in groups that a person can type. */
export const newGiftCardNumber = (): string =>
  Array.from({ length: groups.many }, () =>
    Array.from(randomBytes(groups.each), (byte) => alphabet[byte % alphabet.length]).join(""),
  ).join("-");
