import { Refused } from "../../src/errors/refused.ts";
import { changePlan, type PlanChange } from "../../src/modules/aftersale/venue/plan/changePlan.ts";
import { cancelPlan } from "../../src/modules/checkout/plan/cancelPlan.ts";
import { ada } from "../shop/testBuyer.ts";
import { ticketLine } from "../shop/ticketLine.ts";
import { type Action, concurrently } from "./action.ts";
import { firstShare, type SimulatedSales } from "./saleSetup.ts";
import type { Actor, SimulatedShop } from "./simulatedShop.ts";

type Line = ReturnType<typeof ticketLine>;

/** Adds something to a cart, either a new one or one with tickets. */
const addToCart =
  (what: string, lineOf: (sales: SimulatedSales, simulation: SimulatedShop) => Line): Action =>
  async (simulation) => {
    const { sales, random } = simulation;
    if (!sales) return;
    const actor = simulation.randomActor();
    const cart = random.chance(0.3) ? simulation.randomCartOf(actor) : undefined;
    const add = [lineOf(sales, simulation)];
    const response = await actor.buyer.post(cart ? `/my/cart/${cart.id}/modify` : "/my/cart/modify", { add });
    simulation.updateCart(actor, simulation.record(`${actor.name} takes ${what}`, response));
  };

const holdGiftCard = addToCart("a gift card", ({ giftCards }) => ticketLine(giftCards, 1, { session: null }));
const donate = addToCart("a donation", ({ donations }) => ticketLine(donations, 1, { session: null }));
const holdCourse = addToCart("a course", ({ plans }, { random }) =>
  ticketLine(plans, random.integer(1, 2), { session: random.integer(0, 1) }),
);

/** Carts with an unpaid course. */
const planCarts = ({ actors, sales }: SimulatedShop): { actor: Actor; cart: Actor["carts"][number] }[] =>
  actors.flatMap((actor) =>
    actor.carts
      .filter(({ lines, state }) => {
        const events = lines.map(({ event_template_id }) => event_template_id);
        return state === "pending" && events.length > 0 && events.every((id) => id === sales?.plans.id);
      })
      .map((cart) => ({ actor, cart })),
  );

/** Pays the first instalment of a course, and makes a partial checkout. */
const payFirstInstalment: Action = async (simulation) => {
  const found = simulation.random.pick(planCarts(simulation));
  if (!found) return;
  const { actor, cart } = found;
  const amount = ((Number(cart.outstanding_balance) * firstShare) / 100).toFixed(2);
  const card = { gateway_id: "stripe", amount, gateway_data: { payment_method_id: "pm_card_visa" } };
  const paid = simulation.record(
    `${actor.name} pays an instalment`,
    await actor.buyer.post(`/my/cart/${cart.id}/pay`, [card]),
  );
  simulation.updateCart(actor, paid);
  const response = await actor.buyer.post(`/my/cart/${cart.id}/guest_checkout`, { identity: ada });
  simulation.rememberOrder(simulation.record(`${actor.name} checks out an instalment`, response));
};

/** The venue ends a payment plan, if one is partly paid. */
const endPlan: Action = async (simulation) => {
  const [cart] = await simulation.findPartPaidCarts();
  if (!cart) return;
  simulation.trace.push(`the venue ends a plan → ${await cancelPlanOf(simulation, cart)}`);
};

export const cancelPlanOf = async (simulation: SimulatedShop, cart_id: string): Promise<string> =>
  cancelPlan(await simulation.venueContext(), cart_id, { reason: "a test", made_by: "the venue" }).then(
    ({ refunded }) => String(refunded),
    (error: unknown) => {
      if (error instanceof Refused) return error.code;
      throw error;
    },
  );

/** The venue cancels a ticket of a plan, or moves one to the other session. */
const changePlanPart: Action = async (simulation) => {
  const { random, sales, db, shop } = simulation;
  const [cart_id] = await simulation.findPartPaidCarts();
  if (cart_id === undefined || !sales) return;
  const held = await db
    .selectFrom("ticket as t")
    .innerJoin("cart as c", (join) => join.onRef("c.id", "=", "t.cart_id").onRef("c.seller_id", "=", "t.seller_id"))
    .select(["t.id", "t.event_session_id", "c.identity_id"])
    .where("t.seller_id", "=", shop.seller_id)
    .where("t.cart_id", "=", cart_id)
    .where("t.state", "in", ["held", "in_cart"])
    .orderBy("t.id")
    .execute();
  const ticket = random.pick(held);
  if (!ticket) return;
  const ticket_ids = [ticket.id];
  const to = sales.plans.sessions.find(({ id }) => id !== ticket.event_session_id);
  const now = Temporal.Now.instant();
  const wanted: PlanChange =
    to && random.chance(0.5)
      ? { kind: "move", now, ticket_ids, event_session_id: to.id }
      : { kind: "cancel", now, ticket_ids };
  const note = { reason: "a test", made_by: "the venue" };
  const cart = { cart_id, owner_identity_id: ticket.identity_id };
  const outcome = await changePlan(await simulation.venueContext(), cart, { ...wanted, note }).then(
    ({ price, refund }) => `${price} -${refund}`,
    (error: unknown) => {
      if (error instanceof Refused) return error.code;
      throw error;
    },
  );
  simulation.trace.push(`the venue ${wanted.kind}s part of a plan → ${outcome}`);
};

/** Sales of other kinds and their weights. */
export const saleActions: readonly (readonly [weight: number, deed: Action])[] = [
  [3, holdGiftCard],
  [2, donate],
  [4, holdCourse],
  [4, payFirstInstalment],
  [1, endPlan],
  [2, changePlanPart],
  [1, concurrently(changePlanPart, payFirstInstalment)],
  [1, concurrently(endPlan, payFirstInstalment)],
  [1, concurrently(payFirstInstalment, payFirstInstalment)],
];
