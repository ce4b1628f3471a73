import type { RequestContext } from "../../../../http/requestContext.ts";
import { updateTicketPrices } from "../../hold/hold.sql.ts";
import { nameChangedMemberships, type LevelTicket } from "./levelTickets.sql.ts";

/**
 * Prices held level tickets as changes of memberships: at the price difference, without fees. The caller has locked their
 * cart.
 */
export const priceLevelTickets = async (
  { db, seller }: Pick<RequestContext, "db" | "seller">,
  tickets: readonly LevelTicket[],
): Promise<void> => {
  await updateTicketPrices(
    db,
    seller.id,
    tickets.map(({ id, price }) => ({ id, adjusted_value: price, fee_fixed: 0, fee_percent: 0 })),
  );
  await nameChangedMemberships(db, seller.id, tickets);
};
