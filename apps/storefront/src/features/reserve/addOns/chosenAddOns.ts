import type { Quantities } from "@foyer/rules/reserve/ticketChoices.ts";

/** The choice on an event's card that is not held yet. */
export type ChosenAddOn = { readonly session_id: string | undefined; readonly quantities: Quantities };
/** By event id. */
export type ChosenAddOns = Readonly<Record<string, ChosenAddOn>>;

/** Kept while another page is visited, because an add-on with questions has its own page. */
const storageKey = (slug: string): string => `foyer.${slug}.add-ons`;

const isQuantities = (value: unknown): value is Quantities =>
  typeof value === "object" && value !== null && Object.values(value).every((count) => Number.isSafeInteger(count));
const isChosen = (value: unknown): value is ChosenAddOn =>
  typeof value === "object" && value !== null && "quantities" in value && isQuantities(value.quantities);

export const readChosenAddOns = (slug: string, cart_id: string): ChosenAddOns => {
  try {
    const saved = JSON.parse(sessionStorage.getItem(storageKey(slug)) ?? "{}") as Record<string, unknown>;
    const chosen = saved.chosen as Record<string, unknown> | undefined;
    if (saved.cart_id !== cart_id || !chosen || !Object.values(chosen).every(isChosen)) return {};
    return chosen as ChosenAddOns;
  } catch {
    return {};
  }
};

export const saveChosenAddOns = (slug: string, cart_id: string, chosen: ChosenAddOns): void => {
  try {
    sessionStorage.setItem(storageKey(slug), JSON.stringify({ cart_id, chosen }));
  } catch {
    // Full or blocked: the choice is only kept while the page is open.
  }
};
