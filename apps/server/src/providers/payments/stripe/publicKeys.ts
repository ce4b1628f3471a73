import type { Seller } from "@foyer/contract/shop/seller.ts";
import type { StripeKeys } from "./stripeKeys.ts";

/** What a browser is told of a seller's keys, and all that it may ever be told. */
export type StripePublicKeys = { readonly publishable_key: string; readonly pmc_id: string | null };

const toPublicKeys = ({ publishable_key, payment_method_configuration }: StripeKeys): StripePublicKeys => ({
  publishable_key,
  pmc_id: payment_method_configuration ?? null,
});

const publicKeysBySeller = new WeakMap<Seller, StripePublicKeys | undefined>();
const pendingReads = new WeakMap<Seller, Promise<void>>();

type KeysFinder = (sellerId: string) => Promise<StripeKeys | undefined>;

const readPublicKeys = async (seller: Seller, keysOf: KeysFinder): Promise<void> => {
  // Keys that cannot be opened are no reason to close the shop; whoever pays is told, and whoever runs it reads why.
  const keys = await keysOf(seller.id).catch(() => undefined);
  publicKeysBySeller.set(seller, keys && toPublicKeys(keys));
};

/**
 * The same sellers, and for those who take cards with Stripe what `cardFaceOf` tells. It is read once for each time that
 * the seller is, so that a hold, which waits for the seller anyway, waits for nothing else.
 */
export const withStripePublicKeys =
  (findSeller: (slug: string) => Promise<Seller | undefined>, keysOf: KeysFinder) =>
  async (slug: string): Promise<Seller | undefined> => {
    const seller = await findSeller(slug);
    if (seller?.configuration.gateway !== "stripe" || publicKeysBySeller.has(seller)) return seller;
    const pending = pendingReads.get(seller) ?? readPublicKeys(seller, keysOf);
    pendingReads.set(seller, pending);
    await pending;
    return seller;
  };

/** Undefined: this seller takes no cards with Stripe, or their keys are not there. */
export const stripePublicKeys = (seller: Seller): StripePublicKeys | undefined => publicKeysBySeller.get(seller);
