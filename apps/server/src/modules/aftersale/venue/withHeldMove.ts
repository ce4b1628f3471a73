import { pause } from "../../../db/faultPoints.ts";
import type { Within } from "../../../db/transact.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { openOrReplace } from "../../cart/change/openChange.ts";
import { replaceChange, type OrderChangeRequest } from "../../cart/change/replace/replaceChange.ts";
import { submitCartChange } from "../../cart/hold/reserveTickets.ts";
import { releasingOverdueHolds } from "../../cart/release/overdueHolds.ts";
import type { CheckoutJobContext } from "../../checkout/context.ts";

type MoveToHold = {
  /** The request context of the buyer. */
  readonly buyer: RequestContext;
  readonly asked: OrderChangeRequest;
  /** The transaction that works on the held move, together with the caller's own writes. */
  readonly within: Within;
};

/**
 * Holds the new tickets of a move by the venue as a change of the order, and works on it. If the order has an open
 * change, both are one transaction: a move that is refused leaves that change with its tickets and its expiry.
 */
export const withHeldMove = <Result>(
  ctx: CheckoutJobContext,
  { buyer, asked, within }: MoveToHold,
  work: (tx: CheckoutJobContext, cart_id: string) => Promise<Result>,
): Promise<Result> =>
  openOrReplace(buyer, asked, {
    open: async (cart_id) => {
      await submitCartChange(buyer, { ...asked.requested, cart_id });
      await pause("venue_move_held");
      return within(ctx, (tx) => work(tx, cart_id));
    },
    replace: () =>
      releasingOverdueHolds(ctx, (options) =>
        within(ctx, async (tx) => {
          const { cart_id } = await replaceChange({ ...buyer, db: tx.db }, asked, options);
          return work(tx, cart_id);
        }),
      ),
  });
