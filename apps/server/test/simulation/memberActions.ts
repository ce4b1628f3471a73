import type { Cart } from "@foyer/contract/shop/cart.ts";
import type { TestResponse } from "../app/testApp.ts";
import { membershipRequest, type MembershipOptions, type PartyPerson } from "../accounts/membershipLevels.ts";
import { emailsTo } from "../accounts/login.ts";
import { type Action, concurrently } from "./action.ts";
import type { SimulatedMembership } from "./memberSetup.ts";
import type { Actor, SimulatedShop } from "./simulatedShop.ts";

type SimulatedMemberShop = SimulatedShop & { readonly members: SimulatedMembership };
/** An action in a shop with members. */
const withMembers =
  (action: (simulation: SimulatedMemberShop, actor: Actor) => Promise<void>): Action =>
  (simulation) =>
    simulation.members ? action(simulation as SimulatedMemberShop, simulation.randomActor()) : Promise.resolve();

const modifyCart = async (
  simulation: SimulatedShop,
  { actor, what, add, more = {} }: CartRequest,
): Promise<Cart | undefined> => {
  const response = await actor.buyer.post("/my/cart/modify", { add: [add], ...more });
  simulation.updateCart(actor, simulation.record(`${actor.name} ${what}`, response));
  return response.status === 200 ? response.body.cart._data[0] : undefined;
};
type CartRequest = {
  readonly actor: Actor;
  readonly what: string;
  readonly add: object;
  readonly more?: object;
};

/** Logs in with an e-mailed code, sometimes mistyped or sent twice at once. The user then sees the carts of the account. */
const logIn = withMembers(async (simulation, actor) => {
  const user = simulation.random.pick(simulation.members.users);
  if (!user) return;
  const { email } = user;
  const codeRequest = await actor.buyer.post("/login/request_otp", {
    email,
    state: simulation.shop.slug,
    provider: "ecomm",
  });
  simulation.record(`${actor.name} asks for a code`, codeRequest);
  if (codeRequest.status !== 200) return;
  simulation.clock.seconds += 3;
  const [codeEmail] = await emailsTo({ db: simulation.db }, email);
  const code = /Your code: (\w{6})/.exec(codeEmail?.text ?? "")?.[1] ?? "";
  const otp = simulation.random.chance(0.15) ? "000000" : code;
  const submit = () => actor.buyer.post("/login/submit_otp", { token: codeRequest.body.token, otp });
  const answers = simulation.random.chance(0.2) ? await Promise.all([submit(), submit()]) : [await submit()];
  for (const response of answers) simulation.record(`${actor.name} logs in`, response);
  const isIn = answers.filter(({ status }) => status === 200).length;
  if (isIn > 1) throw new Error("A code let somebody in twice.");
  if (isIn === 0) return;
  actor.user = user;
  const others = simulation.actors
    .filter((other) => other !== actor && other.user === user)
    .flatMap(({ carts }) => carts);
  actor.carts = [...new Map([...others, ...actor.carts].map((cart) => [cart.id, cart])).values()];
});

const logOut = withMembers(async (simulation, actor) => {
  simulation.record(`${actor.name} logs out`, await actor.buyer.post("/logout", {}));
  actor.user = undefined;
});

const partyFor = (
  simulation: SimulatedMemberShop,
  actor: Actor,
): { individual: PartyPerson[]; family: PartyPerson[] } => {
  const { email } = actor.user ??
    simulation.members.users[simulation.random.integer(0, 1)] ?? { email: "ada@example.org" };
  const first = { type: 0, name: "Ada Lovelace", email };
  return { individual: [first], family: [first, { type: 1, name: "Byron King" }] };
};

const addMembership = (
  simulation: SimulatedMemberShop,
  actor: Actor,
  options: Omit<MembershipOptions, "people"> = {},
  more?: object,
) => {
  const { levels } = simulation.members;
  const level = simulation.random.chance(0.7) ? "individual" : "family";
  const of = partyFor(simulation, actor)[level];
  return modifyCart(simulation, {
    actor,
    what: `${options.action ?? "joins"} as ${level}`,
    add: membershipRequest(levels, levels[level], {
      ...options,
      people: options.action === "gift" ? of.map(({ type }) => ({ type })) : of,
    }),
    ...(more && { more }),
  });
};
const startMembership = withMembers(async (simulation, actor) => void (await addMembership(simulation, actor)));

const completeCheckout = async (simulation: SimulatedShop, actor: Actor, cart_id: string): Promise<TestResponse> => {
  const response = await actor.buyer.post(`/my/cart/${cart_id}/checkout`, {});
  simulation.rememberOrder(simulation.record(`${actor.name} checks out as a member`, response));
  return response;
};

/** A complete purchase with a valid card and auto-renewal. */
const becomeMember = withMembers(async (simulation, actor) => {
  const cart = await addMembership(simulation, actor);
  if (!cart) return;
  simulation.record(`${actor.name} saves the purchaser`, await actor.buyer.savePurchaser(cart));
  await payAndFinish(simulation, actor, cart);
});

const payAndFinish = async (simulation: SimulatedShop, actor: Actor, cart: Cart): Promise<void> => {
  const data = { payment_method_id: "pm_card_visa" };
  const offer = { gateway_id: "stripe", amount: cart.outstanding_balance, gateway_data: data, auto_renew: true };
  const list = Number(cart.outstanding_balance) > 0 ? [offer] : [{ gateway_id: "free", amount: "0" }];
  const response = await actor.buyer.post(`/my/cart/${cart.id}/pay`, list);
  simulation.updateCart(actor, simulation.record(`${actor.name} pays, for the terms to come too`, response));
  if (actor.user) await completeCheckout(simulation, actor, cart.id);
  else {
    const done = await actor.buyer.checkOut(cart);
    simulation.rememberOrder(simulation.record(`${actor.name} checks out`, done));
  }
};

const giveMembership = withMembers(async (simulation, actor) => {
  const grace = { first_name: "Grace", last_name: "Hopper", email: "grace@example.org" };
  const named = simulation.record(`${actor.name} names a giftee`, await actor.buyer.post("/giftee", grace));
  if (named.status !== 200) return;
  const cart = await addMembership(simulation, actor, { action: "gift", giftee_identity_id: named.body.identity_id });
  if (cart && simulation.random.chance(0.6)) await payAndFinish(simulation, actor, cart);
});

const lastGiftCode = async (simulation: SimulatedMemberShop): Promise<string | undefined> => {
  const codes = await simulation.db
    .selectFrom("code")
    .select("code")
    .where("seller_id", "=", simulation.shop.seller_id)
    .where("is_gift", "=", true)
    .orderBy("code")
    .execute();
  // Independent of random ids: picks the newest or the one before.
  return codes.at(-simulation.random.integer(1, 2))?.code ?? codes[0]?.code;
};
const redeemGift = withMembers(async (simulation, actor) => {
  const code = await lastGiftCode(simulation);
  if (code === undefined) return;
  const cart = await addMembership(simulation, actor, {}, { preReservePromoCodes: { codes: [code] } });
  if (cart && simulation.random.chance(0.6)) await payAndFinish(simulation, actor, cart);
});

/** Tries to renew a term of an account for everyone on it; the server decides whether that is allowed. */
export const renewMembership = withMembers(async (simulation, actor) => {
  const { levels, users } = simulation.members;
  const owner = actor.user ?? users[0];
  const terms = await simulation.db
    .selectFrom("membership")
    .select(["id", "ticket_order_id", "ticket_group_id", "valid_from"])
    .where("seller_id", "=", simulation.shop.seller_id)
    .where("identity_id", "=", owner.identity_id)
    .where("state", "=", "active")
    .orderBy("valid_from")
    .execute();
  const wanted = simulation.random.pick(terms);
  if (!wanted) return;
  const level = wanted.ticket_group_id === levels.individual.id ? "individual" : "family";
  // With a gift code it is free, and there is no payment.
  const code = simulation.random.chance(0.3) ? await lastGiftCode(simulation) : undefined;
  const cart = await modifyCart(simulation, {
    actor,
    what: `renews as ${level}`,
    add: membershipRequest(levels, levels[level], {
      action: "renew",
      renews_id: wanted.id,
      people: partyFor(simulation, { ...actor, user: owner })[level],
    }),
    ...(code !== undefined && { more: { preReservePromoCodes: { codes: [code] } } }),
  });
  if (cart && simulation.random.chance(0.6)) await payAndFinish(simulation, actor, cart);
});

const reserveVisit = withMembers(async (simulation, actor) => {
  const { visits } = simulation.members;
  const type = simulation.random.pick(visits.groups[0]?.types ?? []);
  const quantity = simulation.random.integer(1, 2);
  const cart = simulation.random.chance(0.3) ? simulation.randomCartOf(actor) : undefined;
  const add = {
    event_template_id: visits.id,
    event_session_id: visits.sessions[0]?.id,
    ticket_types_required: [{ ticket_type_id: type?.id, quantity }],
  };
  const response = await actor.buyer.post(cart ? `/my/cart/${cart.id}/modify` : "/my/cart/modify", { add: [add] });
  simulation.updateCart(actor, simulation.record(`${actor.name} takes ${quantity} of a member's visit`, response));
});

const cancelRenewal = withMembers(async (simulation, actor) => {
  const scheduled = await simulation.db
    .selectFrom("auto_renewal as a")
    .innerJoin("membership as m", (join) =>
      join.onRef("m.seller_id", "=", "a.seller_id").onRef("m.id", "=", "a.membership_id"),
    )
    .select("m.ticket_order_id")
    .where("a.seller_id", "=", simulation.shop.seller_id)
    .where("a.state", "=", "scheduled")
    .orderBy("a.due_at")
    .execute();
  const order = simulation.random.pick(scheduled);
  if (!order) return;
  const { statusCode } = await simulation.app.server.app.inject({
    method: "DELETE",
    url: `/api/ticket_order/${order.ticket_order_id}/auto_renew?_seller=${simulation.shop.slug}`,
    headers: { cookie: actor.buyer.cookie, "x-application": "ecomm" },
  });
  simulation.trace.push(`${actor.name} wants no renewal → ${statusCode}`);
  if (statusCode >= 500 && statusCode !== 503) throw new Error(`ending a renewal was answered with ${statusCode}`);
});

export const checkOut = withMembers(async (simulation, actor) => {
  const cart = simulation.randomCartOf(actor);
  if (cart) await completeCheckout(simulation, actor, cart.id);
});

const advanceDays: Action = async (simulation) => {
  const hours = simulation.random.integer(6, 36);
  simulation.clock.seconds += hours * 3600;
  simulation.trace.push(`${hours} hours pass`);
};
export const runRenewals: Action = async (simulation) => {
  simulation.trace.push("the job of renewals runs");
  await simulation.runRenewals();
};

const deletePaymentMethods: Action = async (simulation) => {
  simulation.trace.push("the provider is to forget what nothing is paid with");
  await simulation.deletePaymentMethods();
};

/** Actions of members and their weights. */
export const memberActions: readonly (readonly [weight: number, deed: Action])[] = [
  [8, logIn],
  [1, logOut],
  [4, startMembership],
  [10, becomeMember],
  [4, giveMembership],
  [4, redeemGift],
  [5, renewMembership],
  [10, reserveVisit],
  [4, checkOut],
  [2, cancelRenewal],
  [6, advanceDays],
  [6, runRenewals],
  [2, deletePaymentMethods],
  [2, concurrently(runRenewals, deletePaymentMethods)],
  [2, concurrently(runRenewals, checkOut)],
  [3, concurrently(runRenewals, runRenewals)],
  [4, concurrently(runRenewals, renewMembership)],
  [2, concurrently(runRenewals, cancelRenewal)],
  [3, concurrently(reserveVisit, reserveVisit)],
  [2, concurrently(redeemGift, redeemGift)],
  [2, concurrently(renewMembership, renewMembership)],
  [2, concurrently(logIn, reserveVisit)],
  [2, concurrently(logIn, checkOut)],
];
