import type { Seller } from "@foyer/contract/shop/seller.ts";
import { BoundedCache } from "../../cache/boundedCache.ts";
import type { Log } from "../../http/requestContext.ts";

type ContainerSeller = Pick<Seller, "web" | "host" | "preview_until">;

/**
 * Whether a seller's tag container may be loaded. Its scripts can do whatever the page can, at every address of its
 * origin, so in production the seller needs an origin without other sellers. A preview loads none: its address must stay
 * secret, and it does not count as a visit.
 */
export const mayLoadContainer = ({ web, host, preview_until }: ContainerSeller, production: boolean): boolean =>
  preview_until === undefined && web.analytics !== undefined && (!production || host !== undefined);

const dayMs = 86_400_000;

/** Warns once a day for each seller whose tag container is not loaded. */
export const containerWarner = (production: boolean): ((seller: Seller, log: Pick<Log, "warn">) => void) => {
  const warned = new BoundedCache<string>({ maxEntries: 10_000, maxBytes: 8 * 1024 * 1024, bytesOf: () => 0 });
  return (seller, log) => {
    if (
      seller.web.analytics === undefined ||
      seller.preview_until !== undefined ||
      mayLoadContainer(seller, production)
    )
      return;
    if (warned.get(seller.slug) !== undefined) return;
    warned.set(seller.slug, "warned", performance.now() + dayMs);
    log.warn(
      { event: "container_not_loaded", seller: seller.slug },
      "a seller's tag container is not loaded: it needs a host of its own (foyer seller host)",
    );
  };
};
