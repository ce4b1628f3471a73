import type { RequestContext } from "../../http/requestContext.ts";
import { Refused } from "../../errors/refused.ts";
import { isTicketToken } from "../cart/read/readTicketOrder.ts";
import { findOrder, canOpenOrder } from "../orders/readOrders.ts";
import { readPassTicket, type PassTicket } from "./readPassTicket.ts";
import { selectTicketFacts } from "./wallet.sql.ts";

const ticketNotFound = (): Refused =>
  new Refused({
    code: "not_found",
    context: "wallet",
    description:
      "We could not find this ticket. Please log in and open it in your account, or use the link in your order email.",
  });

/**
 * A ticket that the visitor may save as a pass: one of an order that they may open, their own membership card, or one
 * opened by its own token. Tickets that the buyer has sent on can only be opened by that token. Other tickets are
 * answered like missing ones.
 */
export const requireTicket = async (
  ctx: RequestContext,
  { ticket_id, token }: { readonly ticket_id: string; readonly token?: string | undefined },
): Promise<PassTicket> => {
  const row = await selectTicketFacts(ctx, ticket_id);
  const order = row && (await findOrder(ctx, row.ticket_order_id));
  if (!row || !order) throw ticketNotFound();
  const isOwnCard = ctx.visitor?.role === "member" && row.member_identity_id === ctx.visitor.identity_id;
  const isOwners = row.sending_id === null && (isOwnCard || canOpenOrder(ctx, order, token));
  if (!isOwners && !isTicketToken(ctx, row, token)) throw ticketNotFound();
  const reader_id = isOwnCard ? ctx.visitor?.identity_id : undefined;
  const ticket = await readPassTicket(ctx, { row, order, reader_id });
  if (!ticket) throw ticketNotFound();
  return ticket;
};
