import type { Cart } from "@foyer/contract/cart.ts";
import type { Said } from "../testApp.ts";
import { askFor, type MembershipWish, type Person } from "../testMemberships.ts";
import { lettersTo } from "../testLogin.ts";
import { type Deed, meet } from "./deed.testing.ts";
import type { Membership } from "./memberWorld.testing.ts";
import type { Actor, World } from "./world.testing.ts";

type There = World & { readonly members: Membership };
/** Something that happens where there are members. */
const among =
  (deed: (world: There, actor: Actor) => Promise<void>): Deed =>
  (world) =>
    world.members ? deed(world as There, world.someone()) : Promise.resolve();

const change = async (world: World, { actor, what, add, more = {} }: Wanted): Promise<Cart | undefined> => {
  const said = await actor.buyer.post("/my/cart/modify", { add: [add], ...more });
  world.learn(actor, world.heard(`${actor.name} ${what}`, said));
  return said.status === 200 ? said.body.cart._data[0] : undefined;
};
type Wanted = {
  readonly actor: Actor;
  readonly what: string;
  readonly add: object;
  readonly more?: object;
};

/** By a code in a letter, sometimes mistyped and sometimes sent twice at once. Whoever is in finds what the others of the account hold. */
const logIn = among(async (world, actor) => {
  const user = world.random.one(world.members.users);
  if (!user) return;
  const { email } = user;
  const asked = await actor.buyer.post("/login/request_otp", { email, state: world.shop.slug, provider: "ecomm" });
  world.heard(`${actor.name} asks for a code`, asked);
  if (asked.status !== 200) return;
  world.clock.seconds += 3;
  const [letter] = await lettersTo({ db: world.db }, email);
  const code = /Your code: (\w{6})/.exec(letter?.text ?? "")?.[1] ?? "";
  const otp = world.random.happens(0.15) ? "000000" : code;
  const submit = () => actor.buyer.post("/login/submit_otp", { token: asked.body.token, otp });
  const answers = world.random.happens(0.2) ? await Promise.all([submit(), submit()]) : [await submit()];
  for (const said of answers) world.heard(`${actor.name} logs in`, said);
  const isIn = answers.filter(({ status }) => status === 200).length;
  if (isIn > 1) throw new Error("A code let somebody in twice.");
  if (isIn === 0) return;
  actor.user = user;
  const others = world.actors.filter((other) => other !== actor && other.user === user).flatMap(({ carts }) => carts);
  actor.carts = [...new Map([...others, ...actor.carts].map((cart) => [cart.id, cart])).values()];
});

const logOut = among(async (world, actor) => {
  world.heard(`${actor.name} logs out`, await actor.buyer.post("/logout", {}));
  actor.user = undefined;
});

const people = (world: There, actor: Actor): { individual: Person[]; family: Person[] } => {
  const { email } = actor.user ?? world.members.users[world.random.whole(0, 1)] ?? { email: "ada@example.org" };
  const first = { type: 0, name: "Ada Lovelace", email };
  return { individual: [first], family: [first, { type: 1, name: "Byron King" }] };
};

const joins = (world: There, actor: Actor, wish: Omit<MembershipWish, "people"> = {}, more?: object) => {
  const { levels } = world.members;
  const level = world.random.happens(0.7) ? "individual" : "family";
  const of = people(world, actor)[level];
  return change(world, {
    actor,
    what: `${wish.action ?? "joins"} as ${level}`,
    add: askFor(levels, levels[level], {
      ...wish,
      people: wish.action === "gift" ? of.map(({ type }) => ({ type })) : of,
    }),
    ...(more && { more }),
  });
};
const join = among(async (world, actor) => void (await joins(world, actor)));

const finish = async (world: World, actor: Actor, cart_id: string): Promise<Said> => {
  const said = await actor.buyer.post(`/my/cart/${cart_id}/checkout`, {});
  world.promise(cart_id, world.heard(`${actor.name} checks out as a member`, said));
  return said;
};

/** All the way, by a card that is good, and agreed to that it renews itself. */
const becomeMember = among(async (world, actor) => {
  const cart = await joins(world, actor);
  if (!cart) return;
  world.heard(`${actor.name} says who buys`, await actor.buyer.savePurchaser(cart));
  await payAndFinish(world, actor, cart);
});

const payAndFinish = async (world: World, actor: Actor, cart: Cart): Promise<void> => {
  const data = { payment_method_id: "pm_card_visa" };
  const offer = { gateway_id: "stripe", amount: cart.outstanding_balance, gateway_data: data, auto_renew: true };
  const list = Number(cart.outstanding_balance) > 0 ? [offer] : [{ gateway_id: "free", amount: "0" }];
  const said = await actor.buyer.post(`/my/cart/${cart.id}/pay`, list);
  world.learn(actor, world.heard(`${actor.name} pays, for the terms to come too`, said));
  if (actor.user) await finish(world, actor, cart.id);
  else {
    const done = await actor.buyer.checkOut(cart);
    world.promise(cart.id, world.heard(`${actor.name} checks out`, done));
  }
};

const give = among(async (world, actor) => {
  const grace = { first_name: "Grace", last_name: "Hopper", email: "grace@example.org" };
  const named = world.heard(`${actor.name} names a giftee`, await actor.buyer.post("/giftee", grace));
  if (named.status !== 200) return;
  const cart = await joins(world, actor, { action: "gift", giftee_identity_id: named.body.identity_id });
  if (cart && world.random.happens(0.6)) await payAndFinish(world, actor, cart);
});

const lastGift = async (world: There): Promise<string | undefined> => {
  const codes = await world.db
    .selectFrom("code")
    .select("code")
    .where("seller_id", "=", world.shop.seller_id)
    .where("is_gift", "=", true)
    .orderBy("code")
    .execute();
  // Which it is hangs on no secret that was thrown anew: the last that was made or the one before.
  return codes.at(-world.random.whole(1, 2))?.code ?? codes[0]?.code;
};
const redeem = among(async (world, actor) => {
  const code = await lastGift(world);
  if (code === undefined) return;
  const cart = await joins(world, actor, {}, { preReservePromoCodes: { codes: [code] } });
  if (cart && world.random.happens(0.6)) await payAndFinish(world, actor, cart);
});

/** Some term of an account, with everybody on it: whether it may be renewed now is the server's to say. */
const renew = among(async (world, actor) => {
  const { levels, users } = world.members;
  const owner = actor.user ?? users[0];
  const terms = await world.db
    .selectFrom("membership")
    .select(["id", "ticket_order_id", "ticket_group_id", "valid_from"])
    .where("seller_id", "=", world.shop.seller_id)
    .where("identity_id", "=", owner.identity_id)
    .where("state", "=", "active")
    .orderBy("valid_from")
    .execute();
  const wanted = world.random.one(terms);
  if (!wanted) return;
  const level = wanted.ticket_group_id === levels.individual.id ? "individual" : "family";
  // With a present it costs nothing, and no payment tells of it.
  const code = world.random.happens(0.3) ? await lastGift(world) : undefined;
  const cart = await change(world, {
    actor,
    what: `renews as ${level}`,
    add: askFor(levels, levels[level], {
      action: "renew",
      renews_id: wanted.id,
      people: people(world, { ...actor, user: owner })[level],
    }),
    ...(code !== undefined && { more: { preReservePromoCodes: { codes: [code] } } }),
  });
  if (cart && world.random.happens(0.6)) await payAndFinish(world, actor, cart);
});

const visit = among(async (world, actor) => {
  const { visits } = world.members;
  const type = world.random.one(visits.groups[0]?.types ?? []);
  const quantity = world.random.whole(1, 2);
  const cart = world.random.happens(0.3) ? world.cartOf(actor) : undefined;
  const add = {
    event_template_id: visits.id,
    event_session_id: visits.sessions[0]?.id,
    ticket_types_required: [{ ticket_type_id: type?.id, quantity }],
  };
  const said = await actor.buyer.post(cart ? `/my/cart/${cart.id}/modify` : "/my/cart/modify", { add: [add] });
  world.learn(actor, world.heard(`${actor.name} takes ${quantity} of a member's visit`, said));
});

const cancelRenewal = among(async (world, actor) => {
  const scheduled = await world.db
    .selectFrom("auto_renewal as a")
    .innerJoin("membership as m", "m.id", "a.membership_id")
    .select("m.ticket_order_id")
    .where("a.seller_id", "=", world.shop.seller_id)
    .where("a.state", "=", "scheduled")
    .orderBy("a.due_at")
    .execute();
  const order = world.random.one(scheduled);
  if (!order) return;
  const { statusCode } = await world.app.server.app.inject({
    method: "DELETE",
    url: `/api/ticket_order/${order.ticket_order_id}/auto_renew?_seller=${world.shop.slug}`,
    headers: { cookie: actor.buyer.cookie, "x-application": "ecomm" },
  });
  world.trace.push(`${actor.name} wants no renewal → ${statusCode}`);
  if (statusCode >= 500 && statusCode !== 503) throw new Error(`ending a renewal was answered with ${statusCode}`);
});

const checkOut = among(async (world, actor) => {
  const cart = world.cartOf(actor);
  if (cart) await finish(world, actor, cart.id);
});

const daysPass: Deed = async (world) => {
  const hours = world.random.whole(6, 36);
  world.clock.seconds += hours * 3600;
  world.trace.push(`${hours} hours pass`);
};
const renewals: Deed = async (world) => {
  world.trace.push("the job of renewals runs");
  await world.renewals();
};

const forgetting: Deed = async (world) => {
  world.trace.push("the provider is to forget what nothing is paid with");
  await world.forget();
};

/** What happens among members besides all else, and how often. */
export const memberDeeds: readonly (readonly [weight: number, deed: Deed])[] = [
  [8, logIn],
  [1, logOut],
  [4, join],
  [10, becomeMember],
  [4, give],
  [4, redeem],
  [5, renew],
  [10, visit],
  [4, checkOut],
  [2, cancelRenewal],
  [6, daysPass],
  [6, renewals],
  [2, forgetting],
  [2, meet(renewals, forgetting)],
  [2, meet(renewals, checkOut)],
  [3, meet(renewals, renewals)],
  [4, meet(renewals, renew)],
  [2, meet(renewals, cancelRenewal)],
  [3, meet(visit, visit)],
  [2, meet(redeem, redeem)],
  [2, meet(renew, renew)],
  [2, meet(logIn, visit)],
  [2, meet(logIn, checkOut)],
];
