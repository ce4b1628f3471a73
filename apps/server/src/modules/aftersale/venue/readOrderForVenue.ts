import type { CartLine } from "@foyer/contract/shop/cart.ts";
import type { OrderEvent } from "@foyer/contract/shop/aftersale/orderChanges.ts";
import { readCart } from "../../cart/read/readCart.ts";
import type { JudgedTicket } from "../../cart/change/judgeOrderTickets.ts";
import type { CheckoutContext } from "../../checkout/context.ts";
import type { OrderRow } from "../../orders/readOrders.ts";
import { changesOfVenue, type VenueChangeRow } from "../orderChanges.sql.ts";
import { readOrderForChange } from "../readOrderForChange.ts";
import { readOrderHistory } from "../readOrderHistory.ts";

/** A ticket of an order as the venue sees it. */
export type VenueTicket = JudgedTicket & {
  readonly event_name: string;
  readonly type_name: string;
};

export type VenueOrder = {
  /** The valid tickets, in the order of the lines. */
  readonly tickets: readonly VenueTicket[];
  readonly history: readonly OrderEvent[];
  readonly changes: readonly VenueChangeRow[];
};

/** An order with its booked tickets, its history, and why the venue changed it. */
export const readOrderForVenue = async (
  ctx: CheckoutContext,
  order: OrderRow,
  now: Temporal.Instant,
): Promise<VenueOrder> => {
  const { db, seller } = ctx;
  const changed = await readOrderForChange(ctx, order, { actor: "venue", now });
  const [cart] = (await readCart({ db, seller }, order.cart_id)).cart._data;
  const known = new Map(changed.tickets.map((ticket) => [ticket.id, ticket]));
  return {
    tickets: (cart?.lines ?? []).flatMap((line) => ticketsOfLine(line, known)),
    history: await readOrderHistory(ctx, order, changed),
    changes: await changesOfVenue(db, seller.id, order.id),
  };
};

const ticketsOfLine = ({ name, types }: CartLine, known: ReadonlyMap<string, JudgedTicket>): VenueTicket[] =>
  types.flatMap((type) =>
    type.ticket_ids.flatMap((id) => {
      const ticket = known.get(id);
      return ticket ? [{ ...ticket, event_name: name, type_name: type.name }] : [];
    }),
  );
