import type { CartReply } from "@foyer/contract/shop/cart.ts";
import { transactWithKeptPlans } from "../../../db/transact.ts";
import { Refused } from "../../../errors/refused.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import type { CartChangeRequest } from "../hold/cartChange.ts";
import { lockCarts } from "../locks.sql.ts";
import { isOrderToken } from "../read/readTicketOrder.ts";
import { releaseHold } from "../release/releaseHold.ts";
import { actorOf } from "./judgeOrderTickets.ts";
import { orderOfBookedCart, type OrderOfBookedCart } from "./openChange.sql.ts";
import { lockOpenChange } from "./replace/lockOpenChange.ts";
import {
  insertEmptyChange,
  logOpened,
  replaceChangeOfBuyer,
  type OrderChangeRequest,
} from "./replace/replaceChange.ts";

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

/** All or nothing: a change whose tickets cannot be had leaves the order, and the change that it has open, as they are. */
const openChange = async (
  ctx: RequestContext,
  order: OrderOfBookedCart,
  sent: ChangeOfCart,
  submit: Submit,
): Promise<CartReply> => {
  if (sent.remove.length === 0)
    throw new Refused({ code: "validation_failed", context: "reserve", extra: { fields: ["add", "remove"] } });
  const by = { actor: actorOf({ visitor: ctx.ensureVisitor() }, order) };
  const requested = { ...sent, access: "owner" as const };
  const asked = { order, by, requested };
  return openOrReplace(ctx, asked, {
    open: (cart_id) => submit({ ...requested, cart_id }),
    replace: () => replaceChangeOfBuyer(ctx, asked),
  });
};

type OpenOrReplace<Result> = {
  /** Works on the cart of a change that holds nothing yet. What is refused closes it again. */
  readonly open: (cart_id: string) => Promise<Result>;
  /** Takes the place of the change that is open, in one transaction: what is refused leaves that one as it is. */
  readonly replace: () => Promise<Result>;
};

/**
 * Opens a change of an order, or replaces the one that is open. The row of a first change comes before its tickets, so that
 * these are held in a batch with other visitors', and none of those fails because the order has an open change already.
 */
export const openOrReplace = async <Result>(
  ctx: RequestContext,
  asked: Pick<OrderChangeRequest, "order" | "by">,
  { open, replace }: OpenOrReplace<Result>,
): Promise<Result> => {
  const cart_id = await transactWithKeptPlans(ctx, (ctx) => insertFirstChange(ctx, asked));
  if (cart_id === undefined) return replace();
  logOpened(ctx, asked, cart_id);
  return closingRefused(ctx, cart_id, () => open(cart_id));
};

/** Works on the cart of an open change. What is refused closes it. */
const closingRefused = async <Result>(
  ctx: RequestContext,
  cart_id: string,
  work: () => Promise<Result>,
): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refused) await closeChange(ctx, cart_id);
    throw error;
  }
};

/** Undefined where the order has a change open. */
const insertFirstChange = async (
  ctx: RequestContext,
  asked: Pick<OrderChangeRequest, "order" | "by">,
): Promise<string | undefined> => {
  const open = await lockOpenChange(ctx, asked.order);
  return open === undefined ? insertEmptyChange(ctx, asked) : undefined;
};

const closeChange = (ctx: RequestContext, cart_id: string): Promise<void> =>
  transactWithKeptPlans(ctx, async ({ db, seller }) => {
    const [cart] = await lockCarts(db, seller.id, [cart_id]);
    if (cart?.state === "pending" && !cart.paying) await releaseHold(db, seller.id, [cart_id]);
  });
