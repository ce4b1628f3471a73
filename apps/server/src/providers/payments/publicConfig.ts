import type { Seller } from "@foyer/contract/shop/seller.ts";
import type { GatewayDefinition, GatewayDeps, PublicGatewayConfig } from "./gatewayDefinition.ts";
import { cardGatewayOf, gatewayRegistry } from "./gatewayRegistry.ts";

const configBySeller = new WeakMap<Seller, PublicGatewayConfig | undefined>();
const pendingReads = new WeakMap<Seller, Promise<void>>();

type ConfigReader = (sellerId: string) => Promise<PublicGatewayConfig | undefined>;

const readConfig = async (seller: Seller, read: ConfigReader): Promise<void> => {
  // Keys that cannot be decrypted do not close the shop; this is reported when somebody pays.
  configBySeller.set(seller, await read(seller.id).catch(() => undefined));
};

/**
 * Adds the public configuration of their card gateway to the sellers that `findSeller` returns. It is read once each
 * time the seller is, so that a hold needs no further query.
 */
export const withPublicGatewayConfig =
  (findSeller: (slug: string) => Promise<Seller | undefined>, deps: GatewayDeps) =>
  async (slug: string): Promise<Seller | undefined> => {
    const seller = await findSeller(slug);
    if (!seller || configBySeller.has(seller)) return seller;
    const { publicConfig }: GatewayDefinition = gatewayRegistry[cardGatewayOf(seller)];
    if (!publicConfig) return seller;
    const pending = pendingReads.get(seller) ?? readConfig(seller, (id) => publicConfig(deps, id));
    pendingReads.set(seller, pending);
    await pending;
    return seller;
  };

/** Undefined if the seller's gateway has none, or the seller's keys are missing. */
export const publicGatewayConfig = (seller: Seller): PublicGatewayConfig | undefined => configBySeller.get(seller);
