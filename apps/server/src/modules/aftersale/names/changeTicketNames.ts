import type { Received, Reply } from "@foyer/contract/endpoint.ts";
import type { changeTicketNames } from "@foyer/contract/shop/aftersale/orderChanges.ts";
import { checkAttendees } from "@foyer/rules/forms/attendees.ts";
import { newId } from "../../../db/newId.ts";
import { transact, type Within } from "../../../db/transact.ts";
import { Refused } from "../../../errors/refused.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { markPassesChanged } from "../../../providers/wallet/passChanges.sql.ts";
import { lockOrder } from "../../checkout/change/lockOrder.ts";
import { recordOrderChange, type VenueNote } from "../../checkout/change/recordOrderChange.ts";
import type { ResendContext } from "../../checkout/context.ts";
import { resendConfirmationEmail } from "../../checkout/emails/queueConfirmationEmail.ts";
import { consumeQuota, tooManyRequests } from "../../identity/attempts/loginAttempts.ts";
import { readOrder, requireOrder, type OrderRow } from "../../orders/readOrders.ts";
import { changeRefusal } from "../../cart/change/changeRefusal.ts";
import { fieldsOf, type JudgedFor } from "../../cart/change/judgeOrderTickets.ts";
import { judgedForVisitor, readOrderForChange } from "../readOrderForChange.ts";
import { updateAttendees, type NewAttendee } from "./attendees.sql.ts";

type Sent = Pick<Received<typeof changeTicketNames>, "tickets">;

/**
 * Corrects the names on tickets, as far as the event asks for them, and sends the order again. Scan codes and places stay
 * the same. Each change sends an e-mail, so it counts against the order's e-mail limit.
 */
export const renameTickets = async (
  ctx: RequestContext,
  { ticket_order_id, token, tickets }: Received<typeof changeTicketNames>,
): Promise<Reply<typeof changeTicketNames>> => {
  const order = await requireOrder(ctx, ticket_order_id, token);
  const quota = await consumeQuota(ctx, "order_email", order.id);
  if (quota.exceeded) throw tooManyRequests(quota.wait, "order");
  const by = judgedForVisitor(ctx, order);
  await transact(ctx, (ctx) => recordNames(ctx, order, { tickets, by }));
  return readOrder(ctx, { ticket_order_id, token });
};

/** The same for the venue, which has no deadlines. */
export const renameForVenue = async (
  ctx: ResendContext,
  order: OrderRow,
  { within = transact, now, ...sent }: Sent & VenueRenaming,
): Promise<void> => within(ctx, (ctx) => recordNames(ctx, order, { ...sent, by: { actor: "venue", now } }));

type VenueRenaming = { readonly now: Temporal.Instant; readonly note: VenueNote; readonly within?: Within };

const recordNames = async (
  ctx: ResendContext,
  order: OrderRow,
  { tickets, by, note }: Sent & { readonly by: JudgedFor; readonly note?: VenueNote },
): Promise<void> => {
  await lockOrder(ctx, order, { refusesPaying: true });
  const known = new Map((await readOrderForChange(ctx, order, by)).tickets.map((ticket) => [ticket.id, ticket]));
  const attendees = tickets.map(({ ticket_id, admit_name, admit_email }, index): NewAttendee => {
    const ticket = known.get(ticket_id);
    if (!ticket) throw new Refused({ code: "ticket_not_found", context: "order" });
    if (!ticket.judgement.actions.includes("names")) throw changeRefusal(ticket.judgement.obstacle);
    const checked = checkAttendees(fieldsOf(ticket), {
      quantity: 1,
      admit_names: [admit_name],
      ...(admit_email !== undefined && { admit_emails: [admit_email] }),
    });
    if ("problem" in checked) {
      const field = checked.problem.field === "admit_names" ? "admit_name" : "admit_email";
      throw new Refused({ code: "validation_failed", context: "order", extra: { fields: [field], index } });
    }
    const [name = null] = checked.admit_names;
    const [email = null] = checked.admit_emails;
    return { ticket_id, admit_name: name, admit_email: admit_email === undefined ? undefined : email };
  });

  const id = newId();
  const change = {
    id,
    kind: "names",
    actor: by.actor,
    ...note,
    tickets: attendees.length,
    value: 0,
    fee: 0,
    refund: 0,
    gift_card: 0,
    bonus: 0,
    gift_card_account_id: null,
  } as const;
  await recordOrderChange(ctx, order, change, note ? "caller" : "buyer");
  await updateAttendees(ctx, attendees);
  await markPassesChanged(
    ctx.db,
    ctx.seller.id,
    attendees.map(({ ticket_id }) => ticket_id),
  );
  await resendConfirmationEmail(ctx, order.id, { occasion: id, change: "order_update" });
};
