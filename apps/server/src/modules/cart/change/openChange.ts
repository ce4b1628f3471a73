import type { CartReply } from "@foyer/contract/shop/cart.ts";
import type { ChangeActor } from "@foyer/rules/aftersale/judgeTicket.ts";
import { newId } from "../../../db/newId.ts";
import { pause } from "../../../db/faultPoints.ts";
import { transactWithKeptPlans } from "../../../db/transact.ts";
import { Refused } from "../../../errors/refused.ts";
import { clientNetworkOf } from "../../../http/limits/clientNetworkOf.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { saveNewVisitors } from "../../identity/sessions/saveNewVisitors.ts";
import type { CartChangeRequest } from "../hold/cartChange.ts";
import { holdMinutesOf } from "../hold/holdMinutes.ts";
import { lockCarts } from "../locks.sql.ts";
import { isOrderToken } from "../read/readTicketOrder.ts";
import { releaseHold } from "../release/releaseHold.ts";
import { findOpenChange } from "./findOpenChange.ts";
import { actorOf } from "./judgeOrderTickets.ts";
import { insertChange, orderOfBookedCart, type OrderOfBookedCart } from "./openChange.sql.ts";

type ChangeOfCart = Omit<CartChangeRequest, "ctx" | "cart_id"> & { readonly cart_id: string };
type Submit = (requested: ChangeOfCart) => Promise<CartReply>;

/** The token that opens an order, and the order that a request names. */
type NamedOrder = { readonly token: string | undefined; readonly ticket_order_id?: string | undefined };

/**
 * Submits a change of a cart. With the booked cart of an order that the visitor may open, it opens a change of the order
 * instead: a cart of its own, which asks for the same.
 */
export const submitOrOpenChange = async (
  ctx: RequestContext,
  requested: ChangeOfCart,
  named: NamedOrder,
  submit: Submit,
): Promise<CartReply> => {
  try {
    return await submit(requested);
  } catch (error) {
    if (!(error instanceof Refused) || !canBeBooked(error)) throw error;
    const order = await openableOrder(ctx, requested, named);
    // More tickets alone are never a change of an order: a page that does not know of the order yet asks for them.
    if (!order || (requested.remove.length === 0 && requested.add.length > 0)) throw error;
    return openChange(ctx, order, requested, submit);
  }
};

/** What a request for the booked cart of an order is refused with: of the visitor's own, or of somebody else. */
const canBeBooked = ({ code }: Refused): boolean =>
  code === "cart_booked" || code === "access_denied" || code === "not_found";

const openableOrder = async (
  ctx: RequestContext,
  { cart_id }: Pick<ChangeOfCart, "cart_id">,
  { token, ticket_order_id }: NamedOrder,
): Promise<OrderOfBookedCart | undefined> => {
  const order = await orderOfBookedCart(ctx.db, ctx.seller.id, cart_id);
  if (!order || (ticket_order_id !== undefined && ticket_order_id !== order.id)) return undefined;
  if (order.owner_identity_id === ctx.visitor?.identity_id) return order;
  return isOrderToken(ctx, order.id, token) ? order : undefined;
};

/** All or nothing: a change whose tickets cannot be had is closed again. */
const openChange = async (
  ctx: RequestContext,
  order: OrderOfBookedCart,
  requested: ChangeOfCart,
  submit: Submit,
): Promise<CartReply> => {
  if (requested.remove.length === 0)
    throw new Refused({ code: "validation_failed", context: "reserve", extra: { fields: ["add", "remove"] } });
  const by = { actor: actorOf({ visitor: ctx.ensureVisitor() }, order) };
  return withOpenChange(ctx, order, by, (cart_id) => submit({ ...requested, access: "owner", cart_id }));
};

export type OrderToChange = Pick<OrderOfBookedCart, "id" | "cart_id" | "identity_id">;

/** Who opens a change: the visitor of the request as the buyer, or on behalf of the venue. */
export type OpenedBy = { readonly actor: ChangeActor; readonly waivesFee?: boolean; readonly includesUsed?: boolean };

/** Opens a change and works on its cart. What is refused there closes the change again. */
export const withOpenChange = async <Result>(
  ctx: RequestContext,
  order: OrderToChange,
  by: OpenedBy,
  work: (cart_id: string) => Promise<Result>,
): Promise<Result> => {
  const cart_id = await insertOpenChange(ctx, order, by);
  try {
    return await work(cart_id);
  } catch (error) {
    if (error instanceof Refused) await closeChange(ctx, cart_id);
    throw error;
  }
};

const maxAttempts = 5;

/**
 * Inserts the cart of a change behind the lock of the order's cart, in place of any other open change of the order. The
 * row comes before its tickets, so that no other cart's hold fails because the order has an open change already.
 */
const insertOpenChange = async (ctx: RequestContext, order: OrderToChange, by: OpenedBy): Promise<string> => {
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const cart_id = await transactWithKeptPlans(ctx, (ctx) => tryInsertChange(ctx, order, by));
    if (cart_id !== undefined) return cart_id;
  }
  throw new Refused({ code: "unavailable" });
};

/** Undefined where another change was opened before the locks were held: it has to be locked in the order of ids too. */
const tryInsertChange = async (
  ctx: RequestContext,
  order: OrderToChange,
  by: OpenedBy,
): Promise<string | undefined> => {
  const { db, seller } = ctx;
  const known = (await findOpenChange(ctx, order.id))?.id;
  await pause("open_change_found");
  const locked = await lockCarts(db, seller.id, known === undefined ? [order.cart_id] : [order.cart_id, known]);
  const open = (await findOpenChange(ctx, order.id))?.id;
  if (open !== undefined && open !== known) return undefined;
  const former = locked.find(({ id }) => id === open);
  if (former?.paying || former?.part_paid)
    throw new Refused({ code: "payment_in_progress", context: "cart", extra: { order_id: order.id } });
  if (former) await releaseHold(db, seller.id, [former.id]);

  const visitor = ctx.ensureVisitor();
  await saveNewVisitors(db, seller.id, [visitor]);
  const change = {
    id: newId(),
    identity_id: visitor.identity_id,
    order,
    ...by,
    client_network: clientNetworkOf(ctx),
  };
  await insertChange(db, seller.id, change, holdMinutesOf(seller.configuration));
  ctx.log.info({ event: "change_opened", order_id: order.id, cart_id: change.id }, "a change of an order was opened");
  return change.id;
};

const closeChange = (ctx: RequestContext, cart_id: string): Promise<void> =>
  transactWithKeptPlans(ctx, async ({ db, seller }) => {
    const [cart] = await lockCarts(db, seller.id, [cart_id]);
    if (cart?.state === "pending" && !cart.paying) await releaseHold(db, seller.id, [cart_id]);
  });
