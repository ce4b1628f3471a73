import type { Said } from "../testApp.ts";
import { ada } from "../testBuyer.ts";
import { type Deed, meet } from "./deed.testing.ts";
import type { World } from "./world.testing.ts";

const cardsThere = [
  [8, "pm_card_visa"],
  [1, "pm_card_chargeDeclined"],
  [1, "pm_card_incorrectCvc"],
  [2, "pm_card_threeDSecure2Required"],
  [2, "pm_usBankAccount"],
  [1, "pm_card_processingError"],
] as const;

const hold: Deed = async (world) => {
  const actor = world.someone();
  const { event, session, type } = world.shop;
  const add = [
    {
      event_template_id: event.id,
      event_session_id: session.id,
      ticket_types_required: [{ ticket_type_id: type.id, quantity: world.random.whole(1, 3) }],
    },
  ];
  const cart = world.random.happens(0.5) ? world.cartOf(actor) : undefined;
  const said = await actor.buyer.post(cart ? `/my/cart/${cart.id}/modify` : "/my/cart/modify", { add });
  world.learn(actor, world.heard(`${actor.name} holds`, said));
};

const takeOut: Deed = async (world) => {
  const actor = world.someone();
  const cart = world.cartOf(actor);
  const ticket = cart && world.random.one(cart.lines.flatMap((line) => line.types.flatMap((type) => type.ticket_ids)));
  if (!cart || ticket === undefined) return;
  const said = await actor.buyer.post(`/cart/${cart.id}/remove`, { tickets: [ticket] });
  world.learn(actor, world.heard(`${actor.name} takes one out`, said));
};

const extend: Deed = async (world) => {
  const actor = world.someone();
  const cart = world.cartOf(actor);
  if (!cart?.expires_at) return;
  const said = await world.app.server.app.inject({
    method: "PATCH",
    url: `/api/my/cart/${cart.id}?_seller=${world.shop.slug}`,
    headers: { cookie: actor.buyer.cookie, "x-application": "ecomm" },
    payload: { expires_at: cart.expires_at },
  });
  world.trace.push(`${actor.name} extends → ${said.statusCode}`);
};

const giveUp: Deed = async (world) => {
  const actor = world.someone();
  const cart = world.cartOf(actor);
  if (!cart) return;
  const said = await world.app.server.app.inject({
    method: "DELETE",
    url: `/api/my/cart/${cart.id}?_seller=${world.shop.slug}`,
    headers: { cookie: actor.buyer.cookie, "x-application": "ecomm" },
  });
  world.trace.push(`${actor.name} gives up → ${said.statusCode}`);
};

const payment = (world: World) => {
  const actor = world.someone();
  const cart = world.cartOf(actor);
  if (!cart) return undefined;
  const card = world.random.weighed(cardsThere);
  // Some pay a part by gift card. What is due may have changed since they looked: then they are told.
  const due = Math.round(Number(cart.outstanding_balance) * 100);
  const number = world.random.happens(0.3) ? world.random.one(world.giftCards) : undefined;
  const part = number === undefined ? 0 : Math.min(due, world.random.whole(1, 30) * 100);
  const renewing = world.members && world.random.happens(0.5) ? { auto_renew: true } : {};
  const wire = (amount: number) => (amount / 100).toFixed(2);
  const list = [
    ...(part > 0 ? [{ gateway_id: "ledger", amount: wire(part), gateway_data: { number, ledger_id: "cards" } }] : []),
    ...(due > part
      ? [{ gateway_id: "stripe", amount: wire(due - part), gateway_data: { payment_method_id: card }, ...renewing }]
      : []),
    ...(due === 0 ? [{ gateway_id: "free", amount: "0" }] : []),
  ];
  const what = `${card}${part > 0 ? ` and ${part / 100} by gift card` : ""}`;
  return { actor, cart, what, pay: () => actor.buyer.post(`/my/cart/${cart.id}/pay`, list) };
};

const applyCode: Deed = async (world) => {
  const actor = world.someone();
  const cart = world.cartOf(actor);
  if (!cart) return;
  const code = world.random.one(world.codes);
  const said = await actor.buyer.post(`/my/cart/${cart.id}/apply_code`, { code });
  world.learn(actor, world.heard(`${actor.name} applies ${code}`, said));
};
const removeCode: Deed = async (world) => {
  const actor = world.someone();
  const cart = world.cartOf(actor);
  const code = cart?.cart_mods.flatMap(({ codes }) => codes)[0];
  if (!cart || !code) return;
  const said = await actor.buyer.post(`/my/cart/${cart.id}/remove_code`, { code_id: code.id });
  world.learn(actor, world.heard(`${actor.name} takes ${code.code} off`, said));
};

const saveBuyer: Deed = async (world) => {
  const actor = world.someone();
  const cart = world.cartOf(actor);
  if (cart) world.heard(`${actor.name} says who buys`, await actor.buyer.savePurchaser(cart));
};

const pay: Deed = async (world) => {
  const wanted = payment(world);
  if (!wanted) return;
  const { actor, what } = wanted;
  world.learn(actor, world.heard(`${actor.name} pays by ${what}`, await wanted.pay()));
};

const payTwice: Deed = async (world) => {
  const wanted = payment(world);
  if (!wanted) return;
  const { actor, what } = wanted;
  const both = await Promise.all([wanted.pay(), wanted.pay()]);
  for (const said of both) world.learn(actor, world.heard(`${actor.name} pays twice by ${what}`, said));
};

/** Back from the bank, whichever of their carts it was for. */
const comeBack: Deed = async (world) => {
  const actor = world.someone();
  const cart = world.cartOf(actor);
  const intent = world.intents.find(({ metadata }) => metadata.cart_id === cart?.id);
  if (!cart || !intent) return;
  const said = await actor.buyer.payWith(cart, { payment_intent_id: intent.id });
  world.learn(actor, world.heard(`${actor.name} comes back`, said));
};

const finish = async (world: World, actor: World["actors"][number], cart_id: string): Promise<Said> => {
  const said = await actor.buyer.post(`/my/cart/${cart_id}/guest_checkout`, { identity: ada });
  world.heard(`${actor.name} checks out`, said);
  world.promise(cart_id, said);
  return said;
};
const checkOut: Deed = async (world) => {
  const actor = world.someone();
  const cart = world.cartOf(actor);
  if (cart) await finish(world, actor, cart.id);
};
const buy: Deed = async (world) => {
  const wanted = payment(world);
  if (!wanted) return;
  world.learn(wanted.actor, world.heard(`${wanted.actor.name} pays`, await wanted.pay()));
  await finish(world, wanted.actor, wanted.cart.id);
};

const bankDecides: Deed = async (world) => {
  const intent = world.random.one(world.intentsIn("requires_action"));
  if (!intent) return;
  const agreed = world.random.happens(0.7);
  world.trace.push(`the bank ${agreed ? "agrees" : "refuses"}`);
  world.app.double.books.decide(intent.id, agreed);
  world.keepHook(agreed ? "payment_intent.amount_capturable_updated" : "payment_intent.payment_failed", {
    ...world.app.double.books.intentObject(intent.id),
  });
};

const debitDecides: Deed = async (world) => {
  const intent = world.random.one(world.intentsIn("processing"));
  if (!intent) return;
  const well = world.random.happens(0.7);
  world.trace.push(`a debit ${well ? "clears" : "comes back"}`);
  world.app.double.books.clear(intent.id, well);
  world.keepHook(
    well ? "payment_intent.succeeded" : "payment_intent.payment_failed",
    world.app.double.books.intentObject(intent.id),
  );
};

const shopGivesBack: Deed = async (world) => {
  const intent = world.random.one(world.intentsIn("succeeded"));
  if (!intent) return;
  const given = world.app.double.books.refundsOf(intent.id).reduce((sum, { amount }) => sum + amount, 0);
  const amount = world.random.happens(0.5) ? intent.received - given : Math.min(100, intent.received - given);
  if (amount <= 0) return;
  world.trace.push(`${amount} go back in the provider's own pages`);
  const refund = world.app.double.books.giveBack(intent.id, amount);
  world.keepHook("refund.created", world.app.double.books.refundObject(refund));
};

const mishaps = ["fails", "busy", "loses", "garbles"] as const;
const calls = ["create", "confirm", "capture", "retrieve", "cancel"] as const;
const providerStumbles: Deed = async (world) => {
  const call = world.random.one(calls) as (typeof calls)[number];
  const what = world.random.one(mishaps) as (typeof mishaps)[number];
  world.trace.push(`the provider's next ${call} ${what}`);
  world.app.double.next(call, what);
};

const timePasses: Deed = async (world) => {
  const seconds = world.random.weighed([
    [4, world.random.whole(1, 60)],
    [2, world.random.whole(60, 600)],
    [1, world.random.whole(600, 1500)],
  ]);
  world.clock.seconds += seconds;
  world.trace.push(`${seconds} s pass`);
};

const jobs: Deed = async (world) => {
  world.trace.push("the jobs run");
  await world.jobs();
};
const watch: Deed = async (world) => {
  world.trace.push("the provider is asked what it gave back");
  await world.watch();
};
const hooks: Deed = (world) => world.deliverHook();

/** Everything that may happen, and how often. */
export const deeds: readonly (readonly [weight: number, deed: Deed])[] = [
  [10, hold],
  [3, takeOut],
  [2, extend],
  [1, giveUp],
  [4, applyCode],
  [1, removeCode],
  [4, saveBuyer],
  [6, pay],
  [2, payTwice],
  [3, comeBack],
  [6, checkOut],
  [4, buy],
  [2, meet(checkOut, checkOut)],
  [2, meet(pay, takeOut)],
  [2, meet(checkOut, jobs)],
  [2, meet(hold, hold, jobs)],
  [2, meet(applyCode, applyCode, takeOut)],
  [2, meet(buy, buy)],
  [1, meet(giveUp, pay)],
  [1, meet(hooks, checkOut)],
  [3, bankDecides],
  [2, debitDecides],
  [1, shopGivesBack],
  [2, providerStumbles],
  [6, timePasses],
  [4, jobs],
  [4, hooks],
  [1, watch],
];
