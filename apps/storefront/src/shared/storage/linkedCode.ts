import { promoCodeProblem, promoParameter } from "@foyer/rules/forms/promoCode.ts";
import { keepInTab, readFromTab, removeFromTab } from "./tabStorage.ts";

const kept = "linked_code";

/**
 * Stores the code of a link until there is a cart for it, and removes it from the URL, so that a reload does not apply it
 * again.
 */
export const keepLinkedCode = (slug: string): void => {
  const address = new URL(location.href);
  const code = address.searchParams.get(promoParameter)?.trim();
  if (code === undefined) return;
  address.searchParams.delete(promoParameter);
  history.replaceState(history.state, "", address);
  if (promoCodeProblem(code) === undefined) keepInTab(slug, kept, code);
};

/** The stored code of a link, while there is no cart for it yet. */
export const readLinkedCode = (slug: string): string | undefined => {
  const code = readFromTab(slug, kept);
  return typeof code === "string" ? code : undefined;
};

export const forgetLinkedCode = (slug: string): void => removeFromTab(slug, kept);
