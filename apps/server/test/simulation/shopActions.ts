import type { TestResponse } from "../app/testApp.ts";
import { ada } from "../shop/testBuyer.ts";
import { type Action, concurrently } from "./action.ts";
import type { SimulatedShop } from "./simulatedShop.ts";

const weightedCards = [
  [8, "pm_card_visa"],
  [1, "pm_card_chargeDeclined"],
  [1, "pm_card_incorrectCvc"],
  [2, "pm_card_threeDSecure2Required"],
  [2, "pm_usBankAccount"],
  [1, "pm_card_processingError"],
] as const;

const holdTickets: Action = async (simulation) => {
  const actor = simulation.randomActor();
  const { event, session, type } = simulation.shop;
  const add = [
    {
      event_template_id: event.id,
      event_session_id: session.id,
      ticket_types_required: [{ ticket_type_id: type.id, quantity: simulation.random.integer(1, 3) }],
    },
  ];
  const cart = simulation.random.chance(0.5) ? simulation.randomCartOf(actor) : undefined;
  const response = await actor.buyer.post(cart ? `/my/cart/${cart.id}/modify` : "/my/cart/modify", { add });
  simulation.updateCart(actor, simulation.record(`${actor.name} holds`, response));
};

const removeTicket: Action = async (simulation) => {
  const actor = simulation.randomActor();
  const cart = simulation.randomCartOf(actor);
  const ticket =
    cart && simulation.random.pick(cart.lines.flatMap((line) => line.types.flatMap((type) => type.ticket_ids)));
  if (!cart || ticket === undefined) return;
  const response = await actor.buyer.post(`/cart/${cart.id}/remove`, { tickets: [ticket] });
  simulation.updateCart(actor, simulation.record(`${actor.name} takes one out`, response));
};

const extendHold: Action = async (simulation) => {
  const actor = simulation.randomActor();
  const cart = simulation.randomCartOf(actor);
  if (!cart?.expires_at) return;
  const response = await simulation.app.server.app.inject({
    method: "PATCH",
    url: `/api/my/cart/${cart.id}?_seller=${simulation.shop.slug}`,
    headers: { cookie: actor.buyer.cookie, "x-application": "ecomm" },
    payload: { expires_at: cart.expires_at },
  });
  simulation.trace.push(`${actor.name} extends → ${response.statusCode}`);
};

const abandonCart: Action = async (simulation) => {
  const actor = simulation.randomActor();
  const cart = simulation.randomCartOf(actor);
  if (!cart) return;
  const response = await simulation.app.server.app.inject({
    method: "DELETE",
    url: `/api/my/cart/${cart.id}?_seller=${simulation.shop.slug}`,
    headers: { cookie: actor.buyer.cookie, "x-application": "ecomm" },
  });
  simulation.trace.push(`${actor.name} gives up → ${response.statusCode}`);
};

const preparePayment = (simulation: SimulatedShop) => {
  const actor = simulation.randomActor();
  const cart = simulation.randomCartOf(actor);
  if (!cart) return undefined;
  const card = simulation.random.pickWeighted(weightedCards);
  // Some pay a part by gift card. They are refused if the amount due has changed since they last saw it.
  const due = Math.round(Number(cart.outstanding_balance) * 100);
  const number = simulation.random.chance(0.3) ? simulation.random.pick(simulation.giftCards) : undefined;
  const giftCardAmount = number === undefined ? 0 : Math.min(due, simulation.random.integer(1, 30) * 100);
  const renewing = simulation.members && simulation.random.chance(0.5) ? { auto_renew: true } : {};
  const toDecimal = (amount: number) => (amount / 100).toFixed(2);
  const list = [
    ...(giftCardAmount > 0
      ? [{ gateway_id: "ledger", amount: toDecimal(giftCardAmount), gateway_data: { number, ledger_id: "cards" } }]
      : []),
    ...(due > giftCardAmount
      ? [
          {
            gateway_id: "stripe",
            amount: toDecimal(due - giftCardAmount),
            gateway_data: { payment_method_id: card },
            ...renewing,
          },
        ]
      : []),
    ...(due === 0 ? [{ gateway_id: "free", amount: "0" }] : []),
  ];
  const description = `${card}${giftCardAmount > 0 ? ` and ${giftCardAmount / 100} by gift card` : ""}`;
  return { actor, cart, what: description, pay: () => actor.buyer.post(`/my/cart/${cart.id}/pay`, list) };
};

const applyCode: Action = async (simulation) => {
  const actor = simulation.randomActor();
  const cart = simulation.randomCartOf(actor);
  if (!cart) return;
  const code = simulation.random.pick(simulation.codes);
  const response = await actor.buyer.post(`/my/cart/${cart.id}/apply_code`, { code });
  simulation.updateCart(actor, simulation.record(`${actor.name} applies ${code}`, response));
};
const removeCode: Action = async (simulation) => {
  const actor = simulation.randomActor();
  const cart = simulation.randomCartOf(actor);
  const code = cart?.cart_mods.flatMap(({ codes }) => codes)[0];
  if (!cart || !code) return;
  const response = await actor.buyer.post(`/my/cart/${cart.id}/remove_code`, { code_id: code.id });
  simulation.updateCart(actor, simulation.record(`${actor.name} takes ${code.code} off`, response));
};

const savePurchaser: Action = async (simulation) => {
  const actor = simulation.randomActor();
  const cart = simulation.randomCartOf(actor);
  if (cart) simulation.record(`${actor.name} saves the purchaser`, await actor.buyer.savePurchaser(cart));
};

const pay: Action = async (simulation) => {
  const wanted = preparePayment(simulation);
  if (!wanted) return;
  const { actor, what } = wanted;
  simulation.updateCart(actor, simulation.record(`${actor.name} pays by ${what}`, await wanted.pay()));
};

const payTwice: Action = async (simulation) => {
  const wanted = preparePayment(simulation);
  if (!wanted) return;
  const { actor, what } = wanted;
  const both = await Promise.all([wanted.pay(), wanted.pay()]);
  for (const response of both)
    simulation.updateCart(actor, simulation.record(`${actor.name} pays twice by ${what}`, response));
};

/** Returns from the bank for one of their carts. */
const returnFromBank: Action = async (simulation) => {
  const actor = simulation.randomActor();
  const cart = simulation.randomCartOf(actor);
  const intent = simulation.intents.find(({ metadata }) => metadata.cart_id === cart?.id);
  if (!cart || !intent) return;
  const response = await actor.buyer.payWith(cart, { payment_intent_id: intent.id });
  simulation.updateCart(actor, simulation.record(`${actor.name} comes back`, response));
};

const completeCheckout = async (
  simulation: SimulatedShop,
  actor: SimulatedShop["actors"][number],
  cart_id: string,
): Promise<TestResponse> => {
  const response = await actor.buyer.post(`/my/cart/${cart_id}/guest_checkout`, { identity: ada });
  simulation.record(`${actor.name} checks out`, response);
  simulation.rememberOrder(response);
  return response;
};
const checkOut: Action = async (simulation) => {
  const actor = simulation.randomActor();
  const cart = simulation.randomCartOf(actor);
  if (cart) await completeCheckout(simulation, actor, cart.id);
};
const buy: Action = async (simulation) => {
  const wanted = preparePayment(simulation);
  if (!wanted) return;
  simulation.updateCart(wanted.actor, simulation.record(`${wanted.actor.name} pays`, await wanted.pay()));
  await completeCheckout(simulation, wanted.actor, wanted.cart.id);
};

const decideAtBank: Action = async (simulation) => {
  const intent = simulation.random.pick(simulation.intentsIn("requires_action"));
  if (!intent) return;
  const agreed = simulation.random.chance(0.7);
  simulation.trace.push(`the bank ${agreed ? "agrees" : "refuses"}`);
  simulation.app.double.state.completeChallenge(intent.id, agreed);
  simulation.queueWebhook(agreed ? "payment_intent.amount_capturable_updated" : "payment_intent.payment_failed", {
    ...simulation.app.double.state.intentObject(intent.id),
  });
};

const settleDebit: Action = async (simulation) => {
  const intent = simulation.random.pick(simulation.intentsIn("processing"));
  if (!intent) return;
  const well = simulation.random.chance(0.7);
  simulation.trace.push(`a debit ${well ? "clears" : "comes back"}`);
  simulation.app.double.state.settleDebit(intent.id, well);
  simulation.queueWebhook(
    well ? "payment_intent.succeeded" : "payment_intent.payment_failed",
    simulation.app.double.state.intentObject(intent.id),
  );
};

const refundAtProvider: Action = async (simulation) => {
  const intent = simulation.random.pick(simulation.intentsIn("succeeded"));
  if (!intent) return;
  const given = simulation.app.double.state.refundsOf(intent.id).reduce((sum, { amount }) => sum + amount, 0);
  const amount = simulation.random.chance(0.5)
    ? intent.amountReceived - given
    : Math.min(100, intent.amountReceived - given);
  if (amount <= 0) return;
  simulation.trace.push(`${amount} go back in the provider's own pages`);
  const refund = simulation.app.double.state.refundInDashboard(intent.id, amount);
  simulation.queueWebhook("refund.created", simulation.app.double.state.refundObject(refund));
};

const providerFailures = ["fails", "busy", "loses", "corrupts"] as const;
const providerCalls = ["create", "confirm", "capture", "retrieve", "cancel"] as const;
const failNextProviderCall: Action = async (simulation) => {
  const call = simulation.random.pick(providerCalls) as (typeof providerCalls)[number];
  const what = simulation.random.pick(providerFailures) as (typeof providerFailures)[number];
  simulation.trace.push(`the provider's next ${call} ${what}`);
  simulation.app.double.failNext(call, what);
};

const advanceTime: Action = async (simulation) => {
  const seconds = simulation.random.pickWeighted([
    [4, simulation.random.integer(1, 60)],
    [2, simulation.random.integer(60, 600)],
    [1, simulation.random.integer(600, 1500)],
  ]);
  simulation.clock.seconds += seconds;
  simulation.trace.push(`${seconds} s pass`);
};

const runJobs: Action = async (simulation) => {
  simulation.trace.push("the jobs run");
  await simulation.runJobs();
};
const reconcile: Action = async (simulation) => {
  simulation.trace.push("the provider is asked what it gave back");
  await simulation.reconcile();
};
const deliverWebhook: Action = (simulation) => simulation.deliverWebhook();

/** Actions and their weights. */
export const shopActions: readonly (readonly [weight: number, deed: Action])[] = [
  [10, holdTickets],
  [3, removeTicket],
  [2, extendHold],
  [1, abandonCart],
  [4, applyCode],
  [1, removeCode],
  [4, savePurchaser],
  [6, pay],
  [2, payTwice],
  [3, returnFromBank],
  [6, checkOut],
  [4, buy],
  [2, concurrently(checkOut, checkOut)],
  [2, concurrently(pay, removeTicket)],
  [2, concurrently(checkOut, runJobs)],
  [2, concurrently(holdTickets, holdTickets, runJobs)],
  [2, concurrently(applyCode, applyCode, removeTicket)],
  [2, concurrently(buy, buy)],
  [1, concurrently(abandonCart, pay)],
  [1, concurrently(deliverWebhook, checkOut)],
  [3, decideAtBank],
  [2, settleDebit],
  [1, refundAtProvider],
  [2, failNextProviderCall],
  [6, advanceTime],
  [4, runJobs],
  [4, deliverWebhook],
  [1, reconcile],
];
