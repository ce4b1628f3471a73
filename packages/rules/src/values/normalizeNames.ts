/** An e-mail address as it is compared: one way of writing it, capitals and spaces around it make no difference. */
export const normalizeEmail = (email: string): string => email.normalize("NFC").trim().toLowerCase();

/**
 * A member's number or the code of a card as it is compared: typed from paper, with spaces or dashes in it, and with letters
 * that look like a digit.
 */
export const normalizeMemberNumber = (number: string): string =>
  number
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, "")
    .replace(/O/g, "0")
    .replace(/[IL]/g, "1");

/** A surname as it is compared: 'O’Brien' is OBRIEN, 'Núñez' is Nunez. */
export const normalizeName = (name: string): string =>
  name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

/** A post code as it is compared; of a US one the first five digits count. */
export const normalizeZip = (zip: string): string => {
  const folded = zip
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, "");
  return /^\d{9}$/.test(folded) ? folded.slice(0, 5) : folded;
};

/** Does an address only stand in for one that is not known (requirements LOGIN-22)? */
export const isPlaceholderEmail = (
  email: string | null,
  { prefix, isTestAccount }: { readonly prefix: string; readonly isTestAccount: (email: string) => boolean },
): boolean => {
  if (email === null || email === "") return true;
  const folded = normalizeEmail(email);
  return folded.startsWith(prefix.toLowerCase()) && !isTestAccount(folded);
};
