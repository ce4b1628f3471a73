import { shortName } from "@foyer/rules/admission/packedList.ts";
import { foldText } from "@foyer/rules/orders/searchTerms.ts";

/** The maximum number of names that are shown. */
export const maxNames = 20;

/**
 * Whether a name of the list, such as 'Ada L.', is one that somebody typed: its beginning, or the whole name. Undefined for
 * fewer than two letters.
 */
export const nameFinder = (typed: string): ((name: string) => boolean) | undefined => {
  const wanted = foldText(typed.trim());
  if (wanted.length < 2) return undefined;
  const short = wanted.includes(" ") ? foldText(shortName(wanted)) : wanted;
  return (name) => {
    const listed = foldText(name);
    return listed.startsWith(wanted) || listed.startsWith(short);
  };
};
