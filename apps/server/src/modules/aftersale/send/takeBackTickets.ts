import type { Received, Reply } from "@foyer/contract/endpoint.ts";
import type { takeBackTickets } from "@foyer/contract/shop/aftersale/ticketSending.ts";
import { distinctIds } from "@foyer/rules/values/distinctIds.ts";
import { pause } from "../../../db/faultPoints.ts";
import { newId } from "../../../db/newId.ts";
import { transact } from "../../../db/transact.ts";
import { Refused } from "../../../errors/refused.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { markPassesChanged } from "../../../providers/wallet/passChanges.sql.ts";
import { actorOf } from "../../cart/change/judgeOrderTickets.ts";
import { lockOrder } from "../../checkout/change/lockOrder.ts";
import { resendConfirmationEmail } from "../../checkout/emails/queueConfirmationEmail.ts";
import { queueTicketsEndedEmails } from "../../checkout/emails/sentTickets/queueTicketsEndedEmails.ts";
import { newTicketCode } from "../../checkout/order/createOrders.ts";
import { consumeQuota, tooManyRequests } from "../../identity/attempts/loginAttempts.ts";
import { readOrder, requireOrder, type OrderRow } from "../../orders/readOrders.ts";
import { recordHandover } from "./recordHandover.ts";
import { readChangeableTickets } from "../readOrderForChange.ts";
import { handTicketsOver } from "./ticketSendings.sql.ts";

/**
 * Takes back tickets that were sent on. The sender can do so until they are used, regardless of the policy's deadlines,
 * because the tickets are the buyer's. The recipient gets an e-mail, and the purchaser gets the order again. An open
 * change stays open: the buyer has the tickets that it gives up again. Refused while a change is being paid.
 */
export const takeTicketsBack = async (
  ctx: RequestContext,
  { ticket_order_id, token, tickets }: Received<typeof takeBackTickets>,
): Promise<Reply<typeof takeBackTickets>> => {
  const order = await requireOrder(ctx, ticket_order_id, token);
  const quota = await consumeQuota(ctx, "ticket_sending", order.id);
  if (quota.exceeded) throw tooManyRequests(quota.wait, "order");
  const ticket_ids = distinctIds(tickets.map(({ ticket_id }) => ticket_id));
  await transact(ctx, (tx) => recordReturn({ ...ctx, ...tx }, order, ticket_ids));
  return readOrder(ctx, { ticket_order_id, token });
};

const recordReturn = async (ctx: RequestContext, order: OrderRow, ticket_ids: readonly string[]): Promise<void> => {
  await lockOrder(ctx, order, { refusesPaying: true });
  await pause("order_change_locked");
  const known = new Set((await readChangeableTickets(ctx, order)).map(({ id }) => id));
  if (ticket_ids.some((id) => !known.has(id))) throw new Refused({ code: "ticket_not_found", context: "order" });
  const id = newId();
  await recordHandover(ctx, order, { id, kind: "take_back", actor: actorOf(ctx, order), tickets: ticket_ids.length });
  await queueTicketsEndedEmails(ctx, { ticket_ids, occasion: id });
  const tickets = ticket_ids.map((ticket_id) => ({ id: ticket_id, scan_code: newTicketCode() }));
  const returned = await handTicketsOver(ctx, { tickets, from: "recipient", sending_id: null });
  if (returned < tickets.length) throw new Refused({ code: "ticket_state_incorrect", context: "order" });
  await markPassesChanged(ctx.db, ctx.seller.id, ticket_ids);
  await resendConfirmationEmail(ctx, order.id, { occasion: id, change: "order_update" });
};
