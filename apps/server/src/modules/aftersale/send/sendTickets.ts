import type { Received, Reply } from "@foyer/contract/endpoint.ts";
import type { sendTickets } from "@foyer/contract/shop/aftersale/ticketSending.ts";
import { distinctIds } from "@foyer/rules/values/distinctIds.ts";
import { isEmail } from "@foyer/rules/values/email.ts";
import { crash, pause } from "../../../db/faultPoints.ts";
import { newId } from "../../../db/newId.ts";
import { transact } from "../../../db/transact.ts";
import { Refused } from "../../../errors/refused.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { singleLine } from "../../../providers/mail/sellerText.ts";
import { markPassesChanged } from "../../../providers/wallet/passChanges.sql.ts";
import { changeRefusal } from "../../cart/change/changeRefusal.ts";
import { actorOf } from "../../cart/change/judgeOrderTickets.ts";
import { lockOrder } from "../../checkout/change/lockOrder.ts";
import { resendConfirmationEmail } from "../../checkout/emails/queueConfirmationEmail.ts";
import { queueTicketsSentEmail } from "../../checkout/emails/sentTickets/queueTicketsSentEmail.ts";
import { newTicketCode } from "../../checkout/order/createOrders.ts";
import { consumeQuota, tooManyRequests } from "../../identity/attempts/loginAttempts.ts";
import { readOrder, requireOrder, type OrderRow } from "../../orders/readOrders.ts";
import { recordHandover } from "./recordHandover.ts";
import { readChangeableTickets } from "../readOrderForChange.ts";
import { obstacleToSending } from "./obstacleToSending.ts";
import { handTicketsOver, insertSending } from "./ticketSendings.sql.ts";

type Sent = Received<typeof sendTickets>;
type Recipient = {
  readonly email: string;
  readonly sender_name: string | null;
  readonly message: string | null;
};

/**
 * Sends tickets of an order on to somebody else: new scan codes and the e-mails to the recipient and the purchaser in one
 * transaction, under the lock of the order's cart. Each sending writes to an address that the visitor chose, so their
 * number is limited. An open change that gives up one of the tickets is closed, because it would end the recipient's
 * ticket.
 */
export const sendTicketsOn = async (
  ctx: RequestContext,
  { ticket_order_id, token, tickets, ...sent }: Sent,
): Promise<Reply<typeof sendTickets>> => {
  const order = await requireOrder(ctx, ticket_order_id, token);
  const recipient = checkRecipient(sent);
  const ticket_ids = distinctIds(tickets.map(({ ticket_id }) => ticket_id));
  const quota = await consumeQuota(ctx, "ticket_sending", order.id);
  if (quota.exceeded) throw tooManyRequests(quota.wait, "order");
  await transact(ctx, (tx) => recordSending({ ...ctx, ...tx }, order, { ticket_ids, recipient }));
  return readOrder(ctx, { ticket_order_id, token });
};

/** Links are refused in messages, because strangers could use them to advertise through the seller's e-mails. */
const hasLink = (text: string): boolean => /:\/\/|\bwww\./i.test(text);

const checkRecipient = ({
  email,
  sender_name = "",
  message = "",
}: Pick<Sent, "email" | "sender_name" | "message">): Recipient => {
  const checked = {
    email: email.trim(),
    sender_name: singleLine(sender_name, 100),
    message: singleLine(message, 500),
  };
  const fields = [
    ...(isEmail(checked.email) ? [] : ["email"]),
    ...(hasLink(checked.sender_name) || checked.sender_name.includes("@") ? ["sender_name"] : []),
    ...(hasLink(checked.message) ? ["message"] : []),
  ];
  if (fields.length > 0) throw new Refused({ code: "validation_failed", context: "order", extra: { fields } });
  return { ...checked, sender_name: checked.sender_name || null, message: checked.message || null };
};

/** Refuses unless each of the tickets can be sent on now. */
const requireSendable = async (ctx: RequestContext, order: OrderRow, ticket_ids: readonly string[]): Promise<void> => {
  const known = new Map((await readChangeableTickets(ctx, order)).map((ticket) => [ticket.id, ticket]));
  const by = { actor: actorOf(ctx, order), now: ctx.now };
  for (const id of ticket_ids) {
    const ticket = known.get(id);
    if (!ticket) throw new Refused({ code: "ticket_not_found", context: "order" });
    if (ticket.sending_id !== null) throw new Refused({ code: "ticket_state_incorrect", context: "order" });
    const obstacle = obstacleToSending(ticket, by);
    if (obstacle) throw changeRefusal(obstacle, "Please contact us to give your tickets to somebody else.");
  }
};

const recordSending = async (
  ctx: RequestContext,
  order: OrderRow,
  { ticket_ids, recipient }: { readonly ticket_ids: readonly string[]; readonly recipient: Recipient },
): Promise<void> => {
  const { closeChangeOf } = await lockOrder(ctx, order, { refusesPaying: true });
  await pause("order_change_locked");
  await requireSendable(ctx, order, ticket_ids);
  await closeChangeOf(ticket_ids);
  const id = newId();
  await recordHandover(ctx, order, { id, kind: "send", actor: actorOf(ctx, order), tickets: ticket_ids.length });
  await insertSending(ctx, { id, ticket_order_id: order.id, ...recipient });
  const tickets = ticket_ids.map((ticket_id) => ({ id: ticket_id, scan_code: newTicketCode() }));
  const sent = await handTicketsOver(ctx, { tickets, from: "buyer", sending_id: id });
  await pause("tickets_handed_over");
  if (sent < tickets.length) throw new Refused({ code: "ticket_state_incorrect", context: "order" });
  await markPassesChanged(ctx.db, ctx.seller.id, ticket_ids);
  crash("inside_ticket_sending");
  await queueTicketsSentEmail(ctx, { ...recipient, sending_id: id, ticket_ids });
  await resendConfirmationEmail(ctx, order.id, { occasion: id, change: "order_update" });
};
