import type { Seller } from "@foyer/contract/seller.ts";
import type { StripeKeys } from "./stripeKeys.ts";

/** What a browser is told of a seller's keys, and all that it may ever be told. */
export type CardFace = { readonly publishable_key: string; readonly pmc_id: string | null };

const faceIn = ({ publishable_key, payment_method_configuration }: StripeKeys): CardFace => ({
  publishable_key,
  pmc_id: payment_method_configuration ?? null,
});

const faces = new WeakMap<Seller, CardFace | undefined>();
const reading = new WeakMap<Seller, Promise<void>>();

type KeysOf = (sellerId: string) => Promise<StripeKeys | undefined>;

const read = async (seller: Seller, keysOf: KeysOf): Promise<void> => {
  // Keys that cannot be opened are no reason to close the shop; whoever pays is told, and whoever runs it reads why.
  const keys = await keysOf(seller.id).catch(() => undefined);
  faces.set(seller, keys && faceIn(keys));
};

/**
 * The same sellers, and for those who take cards with Stripe what `cardFaceOf` tells. It is read once for each time that
 * the seller is, so that a hold, which waits for the seller anyway, waits for nothing else.
 */
export const withCardFaces =
  (find: (slug: string) => Promise<Seller | undefined>, keysOf: KeysOf) =>
  async (slug: string): Promise<Seller | undefined> => {
    const seller = await find(slug);
    if (seller?.configuration.gateway !== "stripe" || faces.has(seller)) return seller;
    const known = reading.get(seller) ?? read(seller, keysOf);
    reading.set(seller, known);
    await known;
    return seller;
  };

/** Undefined: this seller takes no cards with Stripe, or their keys are not there. */
export const cardFaceOf = (seller: Seller): CardFace | undefined => faces.get(seller);
