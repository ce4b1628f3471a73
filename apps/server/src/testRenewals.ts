import { createHash } from "node:crypto";
import { makeShop, type Shop } from "./db/testShop.ts";
import { sellerFinder } from "./http/sellers.ts";
import { releaseExpired } from "./jobs/releaseExpired.ts";
import { renewMemberships } from "./jobs/renewMemberships.ts";
import { settleAll } from "./jobs/settleAll.ts";
import { gateways } from "./outside/gateways.ts";
import type { Outside } from "./outside/outside.ts";
import type { Said, TestApp } from "./testApp.ts";
import { ada, logPrices, type Buyer } from "./testBuyer.ts";
import { makeUser, type MadeUser } from "./testMembers.ts";
import {
  age,
  askFor,
  holdMembership,
  inDays,
  makeLevels,
  membershipsOf,
  type Levels,
  type Person,
} from "./testMemberships.ts";
import { noKeysKept } from "./testOutside.ts";

export type RenewingShop = { readonly shop: Shop; readonly levels: Levels };

/** A seller whose memberships may renew themselves. */
export const makeRenewingShop = async (
  server: TestApp,
  configuration: object = {},
  wishes: Parameters<typeof makeLevels>[2] = {},
): Promise<RenewingShop> => {
  const shop = await makeShop(server.db, {
    seller: {
      configuration: JSON.stringify({ renewal: { allowed_period: 30, automatic: "prompt" }, ...configuration }),
    },
  });
  const levels = await makeLevels(server, shop, wishes);
  await logPrices(server, shop);
  return { shop, levels };
};

type Log = { info(): void; warn(fields: object): void; error(fields: object): void };
const quiet: Log = {
  info: () => undefined,
  warn: () => undefined,
  error: (fields) => {
    throw new Error(JSON.stringify(fields));
  },
};

export const outsideOf = ({ connections }: Pick<TestApp, "connections">): Outside => ({
  ...noKeysKept,
  sign: (text) => createHash("sha256").update(text).digest("base64url"),
  gatewayOf: gateways({ databaseOf: (id) => connections.of(id), origin: "http://localhost" }, { test: true }),
  mail: undefined,
  origin: "http://localhost",
});

/** The job at its turn. */
export const turn = (
  { connections, db }: Pick<TestApp, "connections" | "db">,
  { outside = outsideOf({ connections }), log = quiet }: { outside?: Outside; log?: Log } = {},
): Promise<number> => renewMemberships({ connections, outside, findSeller: sellerFinder(db, 0), log });

/** What looks after payments and holds, for everything however young. */
export const tidy = async ({ connections, db }: TestApp, outside = outsideOf({ connections })): Promise<void> => {
  await settleAll({ connections, outside, findSeller: sellerFinder(db, 0), log: quiet }, -1);
  await releaseExpired(db);
};

const card = (number: string, expiry: string) => ({ card: { number, expiry, cvc: "123" } });
export type JoinWishes = {
  readonly number?: string;
  readonly expiry?: string;
  readonly people?: readonly Person[];
  readonly level?: "individual" | "family";
  /** Who pays; a user of the shop who is logged in, unless told that nobody is. */
  readonly user?: MadeUser | null;
};

export type Joined = {
  readonly user: MadeUser | null;
  readonly buyer: Buyer;
  readonly order_id: string;
  readonly membership_id: string;
};

export const payRenewing = (
  buyer: Buyer,
  cart: { readonly id: string; readonly outstanding_balance: string },
  { number = "4242424242424242", expiry = "12/40", auto_renew = true } = {},
): Promise<Said> =>
  buyer.post(`/my/cart/${cart.id}/pay`, [
    { gateway_id: "test", amount: cart.outstanding_balance, gateway_data: card(number, expiry), auto_renew },
  ]);

/** Somebody who became a member and agreed that it renews itself. */
export const join = async (
  server: TestApp,
  { shop, levels }: RenewingShop,
  { number, expiry, people, level = "individual", user }: JoinWishes = {},
): Promise<Joined> => {
  const payer = user === undefined ? await makeUser(server.db, shop) : user;
  const wanted = askFor(levels, levels[level], { ...(people && { people }) });
  const { buyer, cart } = await holdMembership(server, shop, wanted, payer?.cookie);
  await buyer.savePurchaser(cart);
  const paid = await payRenewing(buyer, cart, { ...(number && { number }), ...(expiry && { expiry }) });
  if (paid.status !== 200 && paid.body._data?.[0]?._code !== "intent_requires_action")
    throw new Error(JSON.stringify(paid.body));
  if (paid.status !== 200) {
    await server.db
      .updateTable("test_gateway_intent")
      .set({ status: "requires_capture" })
      .where("status", "=", "requires_action")
      .execute();
    await buyer.payOn(cart, paid.body._data[0]._extra.payment_id);
  }
  const said = await buyer.checkOut(cart, { identity: ada });
  if (said.status !== 200) throw new Error(JSON.stringify(said.body));
  const order_id: string = said.body.ticket_order._data[0].id;
  const [made] = await membershipsOf(server, order_id);
  if (!made) throw new Error("There is a membership.");
  return { user: payer, buyer, order_id, membership_id: made.id };
};

export const renewalOf = ({ db }: Pick<TestApp, "db">, membership_id: string) =>
  db.selectFrom("auto_renewal").selectAll().where("membership_id", "=", membership_id).executeTakeFirst();

/** Its turn comes. */
export const wake = async ({ db }: Pick<TestApp, "db">, membership_id: string): Promise<void> => {
  await db
    .updateTable("auto_renewal")
    .set({ next_at: "2020-01-01T00:00:00Z", claimed_until: null })
    .where("membership_id", "=", membership_id)
    .execute();
};

/** As if its term ended so many days from now: of everybody on it. */
export const ages = async (server: TestApp, membership_id: string, days: number): Promise<void> => {
  const party = await server.db
    .selectFrom("membership")
    .select("id")
    .where("ticket_order_id", "in", (eb) =>
      eb.selectFrom("membership as m").select("m.ticket_order_id").where("m.id", "=", membership_id),
    )
    .execute();
  for (const { id } of party) await age(server, id, inDays(days));
};

/** As if its term ended so many days from now, and its payer had been told in time; the job has its turn. */
export const comesDue = async (server: TestApp, membership_id: string, days = 5): Promise<void> => {
  await ages(server, membership_id, days);
  await wake(server, membership_id);
  await turn(server);
  await wake(server, membership_id);
  await server.db
    .updateTable("auto_renewal")
    .set({ announced_at: inDays(-20) })
    .where("membership_id", "=", membership_id)
    .where("announced_at", "is not", null)
    .execute();
};

/** As if the last try had been so many days before. */
export const daysLater = async ({ db }: Pick<TestApp, "db">, membership_id: string, days: number): Promise<void> => {
  const renewal = await renewalOf({ db }, membership_id);
  if (!renewal?.tried_at) throw new Error("It was not tried.");
  const before = Temporal.Instant.from(renewal.tried_at)
    .subtract({ hours: 24 * days })
    .toString();
  await db.updateTable("auto_renewal").set({ tried_at: before }).where("membership_id", "=", membership_id).execute();
  await wake({ db }, membership_id);
};

/** The chain of terms that begins with this one. */
export const termsFrom = async ({ db }: Pick<TestApp, "db">, membership_id: string) => {
  const terms = await db.selectFrom("membership").selectAll().where("id", "=", membership_id).execute();
  for (let last = terms[0]; last;) {
    const next = await db.selectFrom("membership").selectAll().where("renews_id", "=", last.id).executeTakeFirst();
    if (next) terms.push(next);
    last = next;
  }
  return terms;
};

/** What the test gateway took of a seller's buyers, and did not give back. */
export const takenBy = async ({ db }: Pick<TestApp, "db">, shop: Pick<Shop, "seller_id">): Promise<number[]> => {
  const rows = await db
    .selectFrom("test_gateway_intent")
    .select("amount")
    .where("seller_id", "=", shop.seller_id)
    .where("status", "=", "succeeded")
    .orderBy("created_at")
    .execute();
  return rows.map(({ amount }) => amount);
};

export const lettersOf = async ({ db }: Pick<TestApp, "db">, { seller_id }: Pick<Shop, "seller_id">) => {
  const rows = await db
    .selectFrom("outbox")
    .select(["kind", "to_address", "message"])
    .where("seller_id", "=", seller_id)
    .orderBy("created_at")
    .orderBy("kind")
    .execute();
  return rows.map(({ kind, to_address, message }) => ({
    kind,
    to_address,
    text: (message as unknown as { text: string }).text,
    subject: (message as unknown as { subject: string }).subject,
  }));
};

export type Due = { readonly where: RenewingShop; readonly joined: Joined };

/** Somebody who joined and agreed that it renews itself, when the day has come. */
export const joinAndComeDue = async (server: TestApp): Promise<Due> => {
  const where = await makeRenewingShop(server);
  const joined = await join(server, where);
  await comesDue(server, joined.membership_id);
  return { where, joined };
};
