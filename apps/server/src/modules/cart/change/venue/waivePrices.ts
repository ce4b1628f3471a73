import type { RequestContext } from "../../../../http/requestContext.ts";
import { updateTicketPrices } from "../../hold/hold.sql.ts";

/** Sets the prices and fees of held tickets to zero. The caller has locked their cart. */
export const waivePrices = (
  { db, seller }: Pick<RequestContext, "db" | "seller">,
  ticket_ids: readonly string[],
): Promise<void> =>
  updateTicketPrices(
    db,
    seller.id,
    ticket_ids.map((id) => ({ id, adjusted_value: 0, fee_fixed: 0, fee_percent: 0 })),
  );
