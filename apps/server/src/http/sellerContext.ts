import type { Seller } from "@foyer/contract/shop/seller.ts";
import { providersFor } from "../providers/sellerOrigin.ts";
import type { JobContext, RequestContext } from "./requestContext.ts";

/** The context of a job or webhook for one seller. */
export const sellerContext = <WorkLog>(
  { connections, providers, log }: Pick<JobContext, "connections" | "providers"> & { readonly log: WorkLog },
  seller: Seller,
): Pick<RequestContext, "db" | "seller" | "providers"> & { readonly log: WorkLog } => ({
  db: connections.forSeller(seller.id),
  seller,
  providers: providersFor(providers, seller),
  log,
});
