import { Refused } from "../../src/errors/refused.ts";
import { cancelPlan } from "../../src/modules/checkout/plan/cancelPlan.ts";
import { ada } from "../shop/testBuyer.ts";
import { ticketLine } from "../shop/ticketLine.ts";
import { type Action, concurrently } from "./action.ts";
import { firstShare, type SimulatedSales } from "./saleSetup.ts";
import type { Actor, SimulatedShop } from "./simulatedShop.ts";

type Line = ReturnType<typeof ticketLine>;

/** Puts something into a cart of its own, or beside tickets. */
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

/** Carts with a course that is not paid. */
const planCarts = ({ actors, sales }: SimulatedShop): { actor: Actor; cart: Actor["carts"][number] }[] =>
  actors.flatMap((actor) =>
    actor.carts
      .filter(({ lines, state }) => {
        const events = lines.map(({ event_template_id }) => event_template_id);
        return state === "pending" && events.length > 0 && events.every((id) => id === sales?.plans.id);
      })
      .map((cart) => ({ actor, cart })),
  );

/** Pays the first instalment of a course, and checks out in part. */
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

/** The venue ends a payment plan, where one is paid in part. */
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

/** Sales of other kinds and their weights. */
export const saleActions: readonly (readonly [weight: number, deed: Action])[] = [
  [3, holdGiftCard],
  [2, donate],
  [4, holdCourse],
  [4, payFirstInstalment],
  [1, endPlan],
  [1, concurrently(endPlan, payFirstInstalment)],
  [1, concurrently(payFirstInstalment, payFirstInstalment)],
];
