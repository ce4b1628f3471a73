import { keepInTab, readFromTab, removeFromTab } from "./tabStorage.ts";

/** What is typed at the checkout, kept in this tab for one cart. Never card data, passwords or survey answers. */
export type CheckoutDraft = {
  readonly identity?: IdentityDraft | undefined;
  /** The version of the terms that were accepted. */
  readonly terms_version?: string | undefined;
  /** Numbers of applied gift cards. */
  readonly gift_cards?: readonly string[] | undefined;
  /** How much is paid now, if a plan lets the buyer choose. */
  readonly amount?: { readonly choice: string; readonly other: string } | undefined;
  /** A code that is typed but not applied yet. */
  readonly code?: string | undefined;
  /** A donation that is chosen but not added yet. */
  readonly donation?: { readonly ticket_type_id: string; readonly price: string } | undefined;
};

export type IdentityDraft = {
  readonly answers: Readonly<Record<string, string | boolean>>;
  readonly address_mode: "search" | "found" | "manual";
  readonly search_text: string;
};

type Stored = CheckoutDraft & { readonly cart_id: string };

const name = "checkout";

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
const isText = (value: unknown): value is string => typeof value === "string" && value.length <= 4000;

const readAnswers = (value: Readonly<Record<string, unknown>>): Record<string, string | boolean> =>
  Object.fromEntries(
    Object.entries(value).filter(
      (entry): entry is [string, string | boolean] => isText(entry[1]) || typeof entry[1] === "boolean",
    ),
  );

const readIdentity = (value: unknown): IdentityDraft | undefined => {
  if (!isRecord(value) || !isRecord(value.answers) || !isText(value.search_text)) return undefined;
  const answers = readAnswers(value.answers);
  const { address_mode } = value;
  return {
    answers,
    address_mode: address_mode === "found" || address_mode === "manual" ? address_mode : "search",
    search_text: value.search_text,
  };
};

const readStored = (slug: string): Stored | undefined => {
  const value = readFromTab(slug, name);
  if (!isRecord(value) || !isText(value.cart_id)) return undefined;
  const identity = readIdentity(value.identity);
  const { cart_id, terms_version, gift_cards, amount, code, donation } = value;
  return {
    cart_id,
    ...(identity && { identity }),
    ...(isText(terms_version) && { terms_version }),
    ...(Array.isArray(gift_cards) && { gift_cards: gift_cards.filter(isText).slice(0, 20) }),
    ...(isRecord(amount) &&
      isText(amount.choice) &&
      isText(amount.other) && { amount: { choice: amount.choice, other: amount.other } }),
    ...(isText(code) && { code }),
    ...(isRecord(donation) &&
      isText(donation.ticket_type_id) &&
      isText(donation.price) && { donation: { ticket_type_id: donation.ticket_type_id, price: donation.price } }),
  };
};

export const forgetCheckoutDraft = (slug: string): void => removeFromTab(slug, name);

/** The values typed for this cart. Those typed for another cart are removed. */
export const readCheckoutDraft = (slug: string, cart_id: string): CheckoutDraft => {
  const stored = readStored(slug);
  if (!stored) return {};
  if (stored.cart_id !== cart_id) {
    forgetCheckoutDraft(slug);
    return {};
  }
  const { cart_id: _, ...draft } = stored;
  return draft;
};

export const saveCheckoutDraft = (slug: string, cart_id: string, part: CheckoutDraft): void => {
  keepInTab(slug, name, { ...readCheckoutDraft(slug, cart_id), ...part, cart_id });
};
