import { previewChange } from "../../cart/change/venue/previewChange.ts";
import type { CheckoutContext, CheckoutJobContext } from "../../checkout/context.ts";
import type { OrderRow } from "../../orders/readOrders.ts";
import { completeMove, lockMove, openedByVenue } from "./moveForVenue.ts";
import { queueOfferEmail } from "./offerEmail.ts";
import { requestMove, type VenueMove } from "./requestMove.ts";

type PreviewedMove = {
  readonly move: VenueMove;
  /** How a price difference is settled, as far as it affects the e-mail. */
  readonly difference: "link" | "waived" | undefined;
};

/** Moves in a transaction that is rolled back, to show the e-mail that would be sent. */
export const previewMove = async (
  ctx: CheckoutJobContext,
  order: OrderRow,
  { move, difference }: PreviewedMove,
): Promise<void> => {
  const { buyer, requested } = await requestMove(ctx, order, move);
  await previewChange(buyer, { order, by: openedByVenue(move), requested }, async (tx, cart_id) => {
    const { due } = (await lockMove(tx, cart_id)).planned.quote;
    if (due === 0 || difference === "waived") return completeMove(tx, cart_id, preview);
    if (difference === "link") return queueOffer(tx, order, { cart_id, due });
    return undefined;
  });
};

const preview = { note: { reason: "Preview", made_by: "Preview" }, waivesDifference: true };

const queueOffer = (
  ctx: CheckoutContext,
  order: OrderRow,
  { cart_id, due }: { readonly cart_id: string; readonly due: number },
): Promise<void> =>
  queueOfferEmail(ctx, order, { cart_id, due, expires_at: Temporal.Now.instant().add({ minutes: 30 }).toString() });
