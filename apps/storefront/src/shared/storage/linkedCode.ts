import { promoCodeProblem, promoParameter } from "@foyer/rules/forms/promoCode.ts";
import { keepInTab, readFromTab, removeFromTab } from "./tabStorage.ts";

const kept = "linked_code";

/** Keeps the code of a link until there is a cart for it, and takes it out of the address: a reload does not bring it back. */
export const keepLinkedCode = (slug: string): void => {
  const address = new URL(location.href);
  const code = address.searchParams.get(promoParameter)?.trim();
  if (code === undefined) return;
  address.searchParams.delete(promoParameter);
  history.replaceState(history.state, "", address);
  if (promoCodeProblem(code) === undefined) keepInTab(slug, kept, code);
};

/** The code of a link that waits for a cart. */
export const readLinkedCode = (slug: string): string | undefined => {
  const code = readFromTab(slug, kept);
  return typeof code === "string" ? code : undefined;
};

export const forgetLinkedCode = (slug: string): void => removeFromTab(slug, kept);
