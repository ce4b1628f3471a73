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
 * Submits a change of a cart. If the cart is the booked cart of an order that the visitor may open, a change of the order
 * is opened instead, in a cart of its own, with the same request.
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
    // A request that only adds tickets never changes an order: it comes from a page that does not know of the order yet.
    if (!order || (requested.remove.length === 0 && requested.add.length > 0)) throw error;
    return openChange(ctx, order, requested, submit);
  }
};

/** Whether a refusal can mean that the cart is booked: the visitor's own cart, or somebody else's. */
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

/** All or nothing: if the tickets cannot be held, the order and its open change stay as they are. */
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
  /** Works on the cart of a new change, which holds nothing yet. A refusal closes the change. */
  readonly open: (cart_id: string) => Promise<Result>;
  /** Replaces the open change in one transaction. A refusal leaves the open change as it was. */
  readonly replace: () => Promise<Result>;
};

/**
 * Opens a change of an order, or replaces its open change. The row of a first change is inserted before its tickets are
 * held, so that they can be held in a batch with other visitors' tickets and no request of that batch fails because the
 * order already has an open change.
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

/** Works on the cart of an open change. A refusal closes the change. */
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

/** Returns undefined if the order already has an open change. */
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
