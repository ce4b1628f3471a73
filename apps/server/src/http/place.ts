import type { Ask } from "./ask.ts";
import { placeThatTells } from "./limits.ts";

/**
 * Where somebody comes from, as the books know it: the same for the same place and under the house's own key, so that no
 * address can be read there. Null where an address tells nobody apart.
 */
export const placeOfAsk = ({ from, outside }: Pick<Ask, "from" | "outside">): string | null => {
  const place = placeThatTells(from);
  return place === undefined ? null : outside.sign(`place ${place}`);
};
