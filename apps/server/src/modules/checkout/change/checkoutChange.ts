import type { Seller } from "@foyer/contract/shop/seller.ts";
import type { ChangeJudgement } from "@foyer/rules/aftersale/judgeTicket.ts";
import type { Pipeline } from "../../../db/statements/statement.ts";
import { Refused } from "../../../errors/refused.ts";
import type { OrderChangeOfCart } from "../../cart/change/changeColumn.ts";
import { planChange, type ChangeRequest, type PlannedChange } from "../../cart/change/planChange.ts";
import { readChangedOrder, type ChangedOrder } from "../../cart/change/readChangedOrder.ts";
import type { CartCode } from "../../codes/code.ts";
import { readCartCodes } from "../../codes/codeContext.ts";
import { isHeld, priceOf } from "../batch/heldTickets.ts";
import { readCheckoutTickets, type CheckoutTicket, type LockedCheckoutCart } from "../batch/lockCheckout.sql.ts";

/** The change of an order that a locked cart makes, planned with both carts locked. */
export type CheckoutChange = {
  readonly changed: ChangedOrder;
  /** Booked or redeemed tickets of the order. */
  readonly orderTickets: readonly CheckoutTicket[];
  readonly orderCodes: readonly CartCode[];
} & (
  | {
      /** The planned change, ignoring the policy's deadlines: a change paid for in time is carried out. */
      readonly planned: PlannedChange;
      /** Why no payment for it may be started any more; null if one may. */
      readonly refusal: Refused | null;
    }
  /** The order no longer has what the change gives up. */
  | { readonly planned: null; readonly refusal: Refused }
);

type ChangeCart = { readonly cart: LockedCheckoutCart; readonly tickets: readonly CheckoutTicket[] };

/** Plans the changes of orders that pending carts make. Sends no statement if there are none. */
export const readCheckoutChanges = async (
  pipeline: Pipeline,
  seller: Seller,
  carts: readonly ChangeCart[],
): Promise<ReadonlyMap<string, CheckoutChange>> =>
  new Map(
    await Promise.all(
      carts.flatMap(({ cart, tickets }) => {
        const { change } = cart;
        if (!change || cart.state !== "pending") return [];
        return [
          readCheckoutChange(pipeline, seller, { cart, tickets }, change).then((read) => [cart.id, read] as const),
        ];
      }),
    ),
  );

const readCheckoutChange = async (
  pipeline: Pipeline,
  seller: Seller,
  { cart, tickets }: ChangeCart,
  change: OrderChangeOfCart,
): Promise<CheckoutChange> => {
  const { order_id, order_cart_id, gives_up, actor, refund_to } = change;
  const { waives_fee: waivesFee, includes_used: includesUsed } = change;
  const [changed, orderTickets, orderCodes] = await Promise.all([
    readChangedOrder({ pipeline, seller }, order_id, {
      actor,
      waivesFee,
      includesUsed,
      now: Temporal.Instant.from(cart.now),
    }),
    readCheckoutTickets(pipeline, seller.id, [order_cart_id]),
    readCartCodes(pipeline, seller.id, [order_cart_id]),
  ]);
  if (!changed) throw new Error(`The order ${order_id} does not exist`);
  const request: ChangeRequest = {
    gives_up,
    refund_to,
    added: tickets.filter(isHeld).map((ticket) => ({ ...ticket, value: priceOf(ticket) })),
  };
  const read = { changed, orderTickets, orderCodes };
  const planned = planOrRefusal(seller, withoutHours(changed), request);
  if (planned instanceof Refused) return { ...read, planned: null, refusal: planned };
  const judged = planOrRefusal(seller, changed, request);
  return { ...read, planned, refusal: judged instanceof Refused ? judged : null };
};

const planOrRefusal = (seller: Seller, changed: ChangedOrder, request: ChangeRequest): PlannedChange | Refused => {
  try {
    return planChange(seller, changed, request);
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
};

const anyAction: ChangeJudgement = {
  actions: ["cancel", "reschedule", "exchange", "names"],
  until: null,
  obstacle: null,
};

/** The same order with every action allowed for its valid tickets; used ones keep their judgement. */
const withoutHours = (changed: ChangedOrder): ChangedOrder => ({
  ...changed,
  tickets: changed.tickets.map((ticket) => (ticket.state === "booked" ? { ...ticket, judgement: anyAction } : ticket)),
});
