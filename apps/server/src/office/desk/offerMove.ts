import type { offerDeskMove, withdrawDeskOffer } from "@foyer/contract/office/orders/deskMoves.ts";
import type { Nothing, StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { offerMove, withdrawOffer } from "../../modules/aftersale/venue/offerMove.ts";
import { deskMoveOf, requireOverride } from "./changeOrder.ts";
import { deskTransaction, requireDeskOrder } from "./deskOrders.ts";
import { beyondPolicy, requirePolicy } from "./deskPolicy.ts";

/** Moves tickets to dearer ones: the purchaser pays the difference by a link, or staff charge it to a gift card. */
export const offerTicketMove = async (
  ctx: StaffContext,
  { order_number, version, reason, due, pay_by, email, ...sent }: StaffReceived<typeof offerDeskMove>,
): Promise<StaffReply<typeof offerDeskMove>> => {
  const order = await requireDeskOrder(ctx, order_number);
  const action = { kind: "move", tickets: sent.tickets, money: sent.money } as const;
  const beyond = await beyondPolicy(ctx, order, action);
  if (sent.oversells) requireOverride(ctx, "oversells");
  // Checked before anything is held, and again behind the lock.
  await requirePolicy(ctx, order, action);
  const { staff, clientAddress } = ctx;
  const within = deskTransaction(ctx, {
    order,
    version,
    email,
    check: (tx) => requirePolicy(tx, order, action),
    record: () => ({
      action: "order.move_offered",
      after: {
        tickets: sent.tickets.length,
        event_session_id: sent.event_session_id,
        due,
        pay_by: pay_by.means,
        ...(sent.oversells && { oversold: true }),
        ...(sent.money !== "refund" && { money: sent.money }),
        ...(beyond && { beyond_policy: beyond.rule }),
      },
      reason,
    }),
  });
  return offerMove(ctx, order, {
    ...deskMoveOf(ctx, sent, { isQuote: false }),
    offer: { reason, made_by: staff.name, staff_id: staff.id, roles: staff.roles, email: email ?? null },
    due,
    gift_card: pay_by.means === "gift_card" ? pay_by.number : undefined,
    within,
    clientAddress,
  });
};

/** Releases the tickets that wait to be paid. */
export const withdrawTicketOffer = async (
  ctx: StaffContext,
  { order_number, version }: StaffReceived<typeof withdrawDeskOffer>,
): Promise<Nothing> => {
  const order = await requireDeskOrder(ctx, order_number);
  const record = () => ({ action: "order.offer_withdrawn" }) as const;
  await withdrawOffer(ctx, order, deskTransaction(ctx, { order, version, record }));
  return {};
};
