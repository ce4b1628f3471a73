import type { Ticket } from "@foyer/contract/shop/cart.ts";
import { Refused } from "../../src/errors/refused.ts";
import { cancelForVenue } from "../../src/modules/aftersale/venue/cancelForVenue.ts";
import { moveForVenue, quoteMove } from "../../src/modules/aftersale/venue/moveForVenue.ts";
import { findOrder } from "../../src/modules/orders/readOrders.ts";
import { type Action, concurrently } from "./action.ts";
import { openForVenue } from "../orders/openForVenue.ts";
import type { Actor, PromisedOrder, SimulatedShop } from "./simulatedShop.ts";

type OpenedOrder = PromisedOrder & { readonly actor: Actor; readonly tickets: readonly Ticket[] };

/** One of the orders so far, opened by its link, with its booked tickets. */
const openOrder = async (simulation: SimulatedShop): Promise<OpenedOrder | undefined> => {
  const actor = simulation.randomActor();
  const order = simulation.random.pick(simulation.promised);
  if (!order) return undefined;
  const { status, body } = await actor.buyer.get(`/ticket_order/${order.order_id}?token=${order.token}`);
  if (status !== 200) throw new Error(`an order could not be opened: ${status}`);
  const tickets = (body.ticket._data as Ticket[]).filter(({ state }) => state === "booked");
  return tickets.length > 0 ? { ...order, actor, tickets } : undefined;
};

const someOf = ({ random }: SimulatedShop, tickets: readonly Ticket[]): Ticket[] => {
  const chosen = tickets.filter(() => random.chance(0.6));
  return chosen.length > 0 ? chosen : tickets.slice(0, 1);
};

const cancelTickets: Action = async (simulation) => {
  const order = await openOrder(simulation);
  if (!order) return;
  const tickets = someOf(simulation, order.tickets).map(({ id }) => ({ ticket_id: id }));
  const path = `/ticket_order/${order.order_id}/cancel?token=${order.token}`;
  simulation.record(`${order.actor.name} cancels ${tickets.length}`, await order.actor.buyer.post(path, { tickets }));
};

/** The venue cancels an order of any kind, or some tickets of it. */
const cancelByVenue: Action = async (simulation) => {
  const { random } = simulation;
  const order = await openOrder(simulation);
  if (!order) return;
  const ctx = await simulation.venueContext();
  const found = await findOrder(ctx, order.order_id);
  if (!found) throw new Error("an order that was opened does not exist");
  const cancellation = {
    now: Temporal.Now.instant(),
    ticket_ids: random.chance(0.5) ? someOf(simulation, order.tickets).map(({ id }) => id) : undefined,
    refund_to: random.chance(0.3) ? ("gift_card" as const) : ("same_means" as const),
    waivesFee: random.chance(0.5),
    note: { reason: "a test", made_by: "the venue" },
  };
  const outcome = cancelForVenue(ctx, found, cancellation).then(({ tickets }) => `${tickets.length}`);
  simulation.trace.push(`the venue cancels → ${await codeOf(outcome)}`);
};

/** The result of a use case, or the code of its refusal. */
const codeOf = (outcome: Promise<string>): Promise<string> =>
  outcome.catch((error: unknown) => {
    if (error instanceof Refused) return error.code;
    throw error;
  });

/** The venue moves some tickets to a random session, or requests the quote. */
const moveByVenue: Action = async (simulation) => {
  const { random, shop, hall } = simulation;
  const order = await openOrder(simulation);
  if (!order) return;
  const ctx = await simulation.venueContext();
  const found = await findOrder(ctx, order.order_id);
  if (!found) throw new Error("an order that was opened does not exist");
  const seated = random.chance(0.3);
  const tickets = someOf(
    simulation,
    order.tickets.filter(({ seat_name }) => (seat_name !== null) === seated),
  );
  if (tickets.length === 0) return;
  const move = {
    now: Temporal.Now.instant(),
    event_session_id: random.pick(shop.event.sessions)?.id ?? "",
    ticket_ids: tickets.map(({ id }) => id),
    ticket_type_id: seated ? hall?.type_id : random.pick(shop.group.types)?.id,
    refund_to: random.chance(0.3) ? ("gift_card" as const) : ("same_means" as const),
    waivesFee: random.chance(0.5),
  };
  const note = { reason: "a test", made_by: "the venue" };
  const outcome = random.chance(0.2)
    ? quoteMove(ctx, found, move).then(({ due }) => `would cost ${due}`)
    : moveForVenue(ctx, found, { ...move, note, waivesDifference: random.chance(0.7) }).then(({ waived }) => waived);
  simulation.trace.push(`the venue moves ${tickets.length} → ${await codeOf(outcome)}`);
};

/**
 * Opens a change: some tickets move to a random session and type, others are given up. The cart is then paid like any
 * other.
 */
const openChange: Action = async (simulation) => {
  const order = await openOrder(simulation);
  if (!order) return;
  const { random, shop } = simulation;
  // Buyers cannot change seats.
  const removed = someOf(
    simulation,
    order.tickets.filter(({ seat_name }) => seat_name === null),
  );
  const add = removed
    .filter(() => random.chance(0.85))
    .map(() => ({
      event_session_id: random.pick(shop.event.sessions)?.id,
      ticket_type_id: random.pick(shop.group.types)?.id,
    }));
  const response = await order.actor.buyer.post(`/cart/${order.cart_id}/modify?token=${order.token}`, {
    remove: removed.map(({ id }) => id),
    add,
  });
  const what = `${order.actor.name} changes ${removed.length} to ${add.length}`;
  simulation.updateCart(order.actor, simulation.record(what, response));
};

/** Opens a change and confirms it if nothing is due. */
const changeAtOnce: Action = async (simulation) => {
  await openChange(simulation);
  for (const actor of simulation.actors)
    for (const { id, change, outstanding_balance } of actor.carts) {
      if (!change || Number(outstanding_balance) > 0) continue;
      const free = [{ gateway_id: "free", amount: "0" }];
      simulation.record(`${actor.name} confirms a change`, await actor.buyer.post(`/my/cart/${id}/pay`, free));
      const response = await actor.buyer.post(`/my/cart/${id}/guest_checkout`, {});
      simulation.rememberOrder(simulation.record(`${actor.name} completes a change`, response));
    }
};

/**
 * Exchanges tickets within their session while another buyer takes what is left of it: the tickets that are given up
 * make room for the new ones.
 */
const exchangeInFullSession: Action = async (simulation) => {
  const order = await openOrder(simulation);
  const session = order?.tickets[0]?.event_session_id;
  if (!order || !session) return;
  const { random, shop } = simulation;
  const removed = order.tickets.filter((ticket) => ticket.event_session_id === session && ticket.seat_name === null);
  if (removed.length === 0) return;
  const rival = simulation.randomActor();
  for (const quantity of [3, 2, 1]) {
    const line = { event_template_id: shop.event.id, event_session_id: session };
    const add = [{ ...line, ticket_types_required: [{ ticket_type_id: shop.type.id, quantity }] }];
    const response = await rival.buyer.post("/my/cart/modify", { add });
    simulation.updateCart(rival, simulation.record(`${rival.name} takes what is left`, response));
  }
  const response = await order.actor.buyer.post(`/cart/${order.cart_id}/modify?token=${order.token}`, {
    remove: removed.map(({ id }) => id),
    add: removed.map(() => ({ event_session_id: session, ticket_type_id: random.pick(shop.group.types)?.id })),
  });
  simulation.record(`${order.actor.name} exchanges ${removed.length} in a full session`, response);
  const foundNoPlace = /sold_out|capacity_exceeded/.test(String(response.body?._data?.[0]?._code));
  if (foundNoPlace && (await countBooked(simulation, removed)) === removed.length)
    throw new Error("an exchange found no place although it gives one up");
  simulation.updateCart(order.actor, response);
};

/** How many of these tickets have not been cancelled in the meantime. */
const countBooked = async ({ db }: SimulatedShop, tickets: readonly Ticket[]): Promise<number> => {
  const ids = tickets.map(({ id }) => id);
  return (await db.selectFrom("ticket").select("id").where("id", "in", ids).where("state", "=", "booked").execute())
    .length;
};

/** Buys a seat, if the shop has seats. */
const holdSeat: Action = async (simulation) => {
  const { hall, random, shop } = simulation;
  if (!hall) return;
  const actor = simulation.randomActor();
  const line = { event_template_id: shop.event.id, event_session_id: random.pick(shop.event.sessions)?.id };
  const seats = { ticket_type_id: hall.type_id, quantity: 1, seat_template_ids: [random.pick(hall.seat_ids)] };
  const response = await actor.buyer.post("/my/cart/modify", { add: [{ ...line, ticket_types_required: [seats] }] });
  simulation.updateCart(actor, simulation.record(`${actor.name} holds a seat`, response));
};

/** The venue assigns another seat, perhaps of another session; the change is then confirmed like any other. */
const moveSeat: Action = async (simulation) => {
  const { hall, random, shop, app } = simulation;
  const order = hall && (await openOrder(simulation));
  const ticket = order?.tickets.find(({ seat_name }) => seat_name !== null);
  if (!order || !ticket) return;
  const { buyer } = order.actor;
  const own = order.actor.carts.at(-1);
  const cart_id = own && (await openForVenue(app.server.db, { id: order.order_id }, own.id));
  if (cart_id === undefined) return;
  const response = await buyer.post(`/my/cart/${cart_id}/modify`, {
    remove: [ticket.id],
    add: [
      {
        event_session_id: random.pick(shop.event.sessions)?.id,
        ticket_type_id: hall.type_id,
        seat_template_id: random.pick(hall.seat_ids),
      },
    ],
  });
  simulation.updateCart(order.actor, simulation.record(`${order.actor.name} gets another seat`, response));
};

/** Changes of orders and their weights. */
export const changeActions: readonly (readonly [weight: number, deed: Action])[] = [
  [2, cancelTickets],
  [4, openChange],
  [3, changeAtOnce],
  [2, cancelByVenue],
  [3, moveByVenue],
  [1, concurrently(moveByVenue, moveByVenue)],
  [1, concurrently(moveByVenue, changeAtOnce)],
  [1, concurrently(moveByVenue, cancelTickets)],
  [1, concurrently(cancelTickets, cancelTickets)],
  [1, concurrently(cancelByVenue, cancelTickets)],
  [1, concurrently(changeAtOnce, cancelByVenue)],
  [1, concurrently(openChange, openChange)],
  [1, concurrently(changeAtOnce, cancelTickets)],
  [2, exchangeInFullSession],
  [1, concurrently(exchangeInFullSession, cancelTickets)],
  [3, holdSeat],
  [2, moveSeat],
  [1, concurrently(moveSeat, holdSeat)],
];
