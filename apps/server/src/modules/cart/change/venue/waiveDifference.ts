import { sellerAmountStep } from "@foyer/rules/checkout/amountSteps.ts";
import { feeOfTicket } from "@foyer/rules/aftersale/quoteChange.ts";
import { waiveDifference } from "@foyer/rules/aftersale/move/waiveDifference.ts";
import type { RequestContext } from "../../../../http/requestContext.ts";
import { updateTicketPrices } from "../../hold/hold.sql.ts";
import type { CartTicket } from "../../read/readCartTickets.ts";
import type { PlannedChange } from "../planChange.ts";

type ChangeToLower = {
  readonly planned: PlannedChange;
  readonly currency: string;
  /** The tickets that the change's cart holds. */
  readonly tickets: readonly CartTicket[];
};

/** Lowers the prices of new tickets until nothing is due for the change. The caller has locked its cart. */
export const waiveDifferenceOfChange = async (
  { db, seller }: Pick<RequestContext, "db" | "seller">,
  { planned, currency, tickets }: ChangeToLower,
): Promise<void> => {
  const coins = { currency, step: sellerAmountStep(seller, currency) };
  const priced = planned.pairs.moves.flatMap(({ from, to }) => {
    const ticket = tickets.find(({ id }) => id === to.id);
    return ticket ? [{ ...ticket, covered: from.value - feeOfTicket({ ...from, isMoved: true }, coins) }] : [];
  });
  await updateTicketPrices(db, seller.id, waiveDifference(priced, planned.quote.due));
};
