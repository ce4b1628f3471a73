import type { makeCompOrder } from "@foyer/contract/office/orders/compOrders.ts";
import type { StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import type { TicketRequest } from "@foyer/contract/shop/cartChange.ts";
import { grantsAdmission, isMembership } from "@foyer/rules/catalog/handlers.ts";
import { groupAttendeeFields } from "@foyer/rules/forms/attendees.ts";
import { noExtras } from "@foyer/rules/hold/decideHold.ts";
import { isEmail } from "@foyer/rules/values/email.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import { Refused } from "../../errors/refused.ts";
import type { RequestContext } from "../../http/requestContext.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { audit, changing } from "../../modules/audit/audit.ts";
import { requireOnSale } from "../../modules/cart/hold/requireOnSale.ts";
import { submitCartChange } from "../../modules/cart/hold/reserveTickets.ts";
import { waivePrices } from "../../modules/cart/change/venue/waivePrices.ts";
import { closeCart } from "../../modules/cart/release/closeCart.ts";
import { isHeld, priceOf } from "../../modules/checkout/batch/heldTickets.ts";
import { lockCheckout } from "../../modules/checkout/batch/lockCheckout.ts";
import { completeInTransaction } from "../../modules/checkout/order/completeCartAlone.ts";
import { saveNamedGuest } from "../../modules/identity/users/guestIdentity.ts";
import { findOrder, type OrderRow } from "../../modules/orders/readOrders.ts";
import { chosenEmail, type EmailOptions } from "../../providers/mail/emailOptions.ts";
import { holdConfirmation, insertComp, readCompTypes, namePurchaserOfComp } from "./comps.sql.ts";
import { requireCompLimit } from "./requireCompLimit.ts";
import { visitorForComp } from "./visitorForComp.ts";

type Sent = StaffReceived<typeof makeCompOrder>;

/** What is given away, to whom and why. */
export type GivenAway = Pick<Sent, "first_name" | "last_name" | "email" | "reason"> & {
  readonly email_choice?: EmailOptions | undefined;
  readonly request: TicketRequest;
  readonly oversells: boolean;
  /** Further work in the transaction that books it. */
  readonly also?: (tx: StaffContext, order: OrderRow) => Promise<void>;
};

export const makeComp = async (ctx: StaffContext, sent: Sent): Promise<StaffReply<typeof makeCompOrder>> => {
  const { oversells = false, ...to } = sent;
  requireOversell(ctx, oversells);
  const { order_number } = await giveAway(ctx, { ...to, oversells, request: await requestOfStaff(ctx, sent) });
  return { order_number };
};

/** Refuses to sell beyond the capacity without the permission. */
export const requireOversell = ({ staff }: StaffContext, oversells: boolean): void => {
  if (oversells && !staff.can("order.override"))
    throw new Refused({ code: "policy_refuses", context: "order", extra: { rule: "oversells", until: null } });
};

/** The hold for tickets that will be free. */
export const holdOfComp = ({ request, oversells }: Pick<GivenAway, "request" | "oversells">) =>
  ({
    access: "owner",
    add: [request],
    remove: [],
    channel_id: "comp",
    campaign: {},
    extras: { ...noExtras, unattended: true, oversells },
  }) as const;

/**
 * Gives tickets away: holds them like any sale, reduces their prices to zero and books them, recording who did it and why.
 * If it is refused, nothing stays held.
 */
export const giveAway = async (ctx: StaffContext, given: GivenAway): Promise<OrderRow> => {
  requireOnSale(ctx);
  // Nothing could be sent to it.
  if (typeof given.email === "string" && !isEmail(given.email))
    throw new Refused({ code: "validation_failed", context: "order", extra: { fields: ["email"] } });
  const visitor = visitorForComp(ctx);
  const { cart } = await submitCartChange(visitor, holdOfComp(given));
  const cart_id = cart._data[0]?.id;
  if (cart_id === undefined) throw new Error("The hold of a comp has no cart");
  return closingWhereRefused(visitor, cart_id, () => bookComp(ctx, cart_id, given));
};

type WantedTickets = Pick<
  Sent,
  "event_template_id" | "event_session_id" | "tickets" | "first_name" | "last_name" | "email"
>;

/** The request for the tickets, in the recipient's name if their event asks for names. */
export const requestOfStaff = async (
  { db, seller }: StaffContext,
  { event_template_id, event_session_id, tickets, first_name, last_name, email }: WantedTickets,
): Promise<TicketRequest> => {
  const types = await readCompTypes(
    db,
    seller.id,
    tickets.map(({ ticket_type_id }) => ticket_type_id),
  );
  return {
    event_template_id,
    ...(event_session_id !== undefined && { event_session_id }),
    ticket_types_required: tickets.map(({ ticket_type_id, quantity }) => {
      const type = types.find(({ id }) => id === ticket_type_id);
      // Refuses tickets with a money value, and those that are valid beyond a visit.
      if (!type || !grantsAdmission(type) || isMembership(type))
        throw new Refused({ code: "ticket_type_not_available", context: "reserve", extra: { ticket_type_id } });
      const { names, emails } = groupAttendeeFields(type, type.event_meta);
      const forEach = (text: string): string[] => Array.from({ length: quantity }, () => text);
      return {
        ticket_type_id,
        quantity,
        ...(names === "required" && { admit_names: forEach(`${first_name} ${last_name}`) }),
        ...(emails === "required" && { admit_emails: forEach(email ?? "") }),
      };
    }),
  };
};

/** Releases what a cart holds if the work is refused or fails. */
export const closingWhereRefused = async <Result>(
  visitor: RequestContext,
  cart_id: string,
  work: () => Promise<Result>,
): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    await closeCart(visitor, { cart_id });
    throw error;
  }
};

type Recipient = Pick<Sent, "first_name" | "last_name" | "email">;

/** Reduces the prices of a cart's tickets to zero and books it for the recipient. Must run in a transaction. */
export const completeComp = async (
  tx: StaffContext,
  cart_id: string,
  to: Recipient,
  emailOptions: EmailOptions | undefined,
): Promise<{ readonly order: OrderRow; readonly worth: number }> => {
  const { worth } = await lowerPrices(tx, cart_id);
  await nameRecipient(tx, cart_id, to);
  const { completed } = await completeInTransaction({ ...tx, emailOptions }, cart_id);
  if (completed?.outcome !== "completed") throw new Refused({ code: "cart_expired", context: "cart" });
  const order = await findOrder(tx, completed.order_id);
  if (!order) throw new Error(`The comp ${completed.order_id} has no order`);
  return { order, worth };
};

const bookComp = (ctx: StaffContext, cart_id: string, given: GivenAway): Promise<OrderRow> =>
  changing(ctx, async (tx) => {
    const { seller } = tx;
    const count = given.request.ticket_types_required.reduce((sum, { quantity }) => sum + quantity, 0);
    await requireCompLimit(tx, count);
    const { order, ...held } = await completeComp(tx, cart_id, given, given.email_choice);
    await insertComp(tx, { ticket_order_id: order.id, reason: given.reason, tickets: count, worth: held.worth });
    if (given.email_choice?.is_sent === false) await holdConfirmation(tx, order.id);
    const worth = toDecimal(held.worth, seller.default_currency_code);
    await audit(tx, {
      action: "order.comped",
      entity: { kind: "order", id: String(order.order_number) },
      after: {
        tickets: count,
        worth,
        ...(given.oversells && { oversold: true }),
        ...chosenEmail(given.email_choice),
      },
      personal: { identity_id: order.identity_id, after: { name: `${given.first_name} ${given.last_name}` } },
      reason: given.reason,
    });
    await given.also?.(tx, order);
    return order;
  });

/** Waives the prices of a cart's tickets behind its lock, and returns what they were worth. */
export const lowerPrices = async (
  { db, seller }: StaffContext,
  cart_id: string,
): Promise<{ readonly worth: number }> => {
  const checkout = (await lockCheckout(db, seller, [cart_id])).get(cart_id);
  const tickets = checkout?.tickets.filter(isHeld) ?? [];
  const waived = tickets.map(({ id }) => id);
  await waivePrices({ db, seller }, waived);
  return { worth: tickets.reduce((sum, ticket) => sum + priceOf(ticket), 0) };
};

/** Sets the cart's purchaser to a new guest with these details only. */
export const nameRecipient = async (
  ctx: StaffContext,
  cart_id: string,
  { first_name, last_name, email }: Recipient,
): Promise<void> => {
  await namePurchaserOfComp(ctx, cart_id, await saveNamedGuest(ctx, { first_name, last_name, email }));
};
