import type { RequestContext } from "../requestContext.ts";
import { publicNetworkOf } from "./rateLimit.ts";

/**
 * Where somebody comes from, as the books know it: the same for the same place and under the house's own key, so that no
 * address can be read there. Null where an address tells nobody apart.
 */
export const clientNetworkOf = ({
  clientAddress,
  providers,
}: Pick<RequestContext, "clientAddress" | "providers">): string | null => {
  const network = publicNetworkOf(clientAddress);
  return network === undefined ? null : providers.sign(`place ${network}`);
};
