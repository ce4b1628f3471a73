import { shortName } from "@foyer/rules/admission/packedList.ts";

/** The maximum number of names that are shown. */
export const maxNames = 20;

/** In lower case and without accents. */
const plain = (text: string): string => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();

/**
 * Whether a name of the list, such as 'Ada L.', is one that somebody typed: its beginning, or the whole name. Undefined for
 * fewer than two letters.
 */
export const nameFinder = (typed: string): ((name: string) => boolean) | undefined => {
  const wanted = plain(typed.trim());
  if (wanted.length < 2) return undefined;
  const short = wanted.includes(" ") ? plain(shortName(wanted)) : wanted;
  return (name) => {
    const listed = plain(name);
    return listed.startsWith(wanted) || listed.startsWith(short);
  };
};
