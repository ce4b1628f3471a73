import { createHash } from "node:crypto";
import { createTestShop, type EventOverrides, type TestShop } from "../shop/createTestShop.ts";
import { sellerFinder } from "../../src/http/sellerFinder.ts";
import { releaseExpiredHolds } from "../../src/jobs/releaseExpiredHolds.ts";
import { renewMemberships } from "../../src/jobs/renewMemberships.ts";
import { settleOpenPayments } from "../../src/jobs/settleOpenPayments.ts";
import { gatewayFinder, previewGatewayFinder } from "../../src/providers/payments/gatewayRegistry.ts";
import type { Providers } from "../../src/providers/providers.ts";
import type { TestResponse, TestApp } from "../app/testApp.ts";
import { ada, recordPrices, type TestBuyer } from "../shop/testBuyer.ts";
import { createTestUser, type TestUser } from "./members.ts";
import {
  setTermEnd,
  membershipRequest,
  holdMembership,
  daysFromNow,
  createLevels,
  readMemberships,
  type TestLevels,
  type PartyPerson,
} from "./membershipLevels.ts";
import { keylessProviders } from "../app/testProviders.ts";

export type RenewalShop = { readonly shop: TestShop; readonly levels: TestLevels };

/** A seller with auto-renewal. */
export const createRenewalShop = async (
  server: TestApp,
  configuration: object = {},
  overrides: Parameters<typeof createLevels>[2] = {},
  event: EventOverrides = {},
): Promise<RenewalShop> => {
  const shop = await createTestShop(server.db, {
    event,
    seller: {
      configuration: JSON.stringify({ renewal: { allowed_period: 30, automatic: "prompt" }, ...configuration }),
    },
  });
  const levels = await createLevels(server, shop, overrides);
  await recordPrices(server, shop);
  return { shop, levels };
};

type TestLog = { info(): void; warn(fields: object): void; error(fields: object): void };
const silentLog: TestLog = {
  info: () => undefined,
  warn: () => undefined,
  error: (fields) => {
    throw new Error(JSON.stringify(fields));
  },
};

export const renewalProviders = ({ connections }: Pick<TestApp, "connections">): Providers => ({
  ...keylessProviders,
  sign: (text) => createHash("sha256").update(text).digest("base64url"),
  findGateway: gatewayFinder({ databaseOf: (id) => connections.forSeller(id) }, { test: true }),
  findPreviewGateway: previewGatewayFinder({ databaseOf: (id) => connections.forSeller(id) }),
  mail: undefined,
  origin: "http://localhost",
});

/** Runs the renewal job once. */
export const runRenewalJob = (
  { connections, db }: Pick<TestApp, "connections" | "db">,
  { providers = renewalProviders({ connections }), log = silentLog }: { providers?: Providers; log?: TestLog } = {},
): Promise<number> => renewMemberships({ connections, providers, findSeller: sellerFinder(db, 0), log });

/** Settles payments and releases holds of any age. */
export const runPaymentJobs = async (
  { connections, db }: TestApp,
  providers = renewalProviders({ connections }),
): Promise<void> => {
  await settleOpenPayments({ connections, providers, findSeller: sellerFinder(db, 0), log: silentLog }, -1);
  await releaseExpiredHolds(db);
};

const card = (number: string, expiry: string) => ({ card: { number, expiry, cvc: "123" } });
export type JoinOptions = {
  readonly number?: string;
  readonly expiry?: string;
  readonly people?: readonly PartyPerson[];
  readonly level?: "individual" | "family";
  /** The payer; by default a logged-in user. */
  readonly user?: TestUser | null;
  readonly codes?: readonly string[];
};

export type JoinedMember = {
  readonly user: TestUser | null;
  readonly buyer: TestBuyer;
  readonly order_id: string;
  readonly membership_id: string;
};

export const payWithAutoRenew = (
  buyer: TestBuyer,
  cart: { readonly id: string; readonly outstanding_balance: string },
  { number = "4242424242424242", expiry = "12/40", auto_renew = true } = {},
): Promise<TestResponse> =>
  buyer.post(`/my/cart/${cart.id}/pay`, [
    { gateway_id: "test", amount: cart.outstanding_balance, gateway_data: card(number, expiry), auto_renew },
  ]);

/** A member with auto-renewal. */
export const joinAsMember = async (
  server: TestApp,
  { shop, levels }: RenewalShop,
  { number, expiry, people, level = "individual", user, codes }: JoinOptions = {},
): Promise<JoinedMember> => {
  const payer = user === undefined ? await createTestUser(server.db, shop) : user;
  const request = membershipRequest(levels, levels[level], { ...(people && { people }) });
  const { buyer, cart: held } = await holdMembership(server, shop, request, payer?.cookie);
  const withCodes = codes && (await buyer.post(`/my/cart/${held.id}/modify`, { preReservePromoCodes: { codes } }));
  const cart = withCodes?.body.cart._data[0] ?? held;
  await buyer.savePurchaser(cart);
  const paid = await payWithAutoRenew(buyer, cart, { ...(number && { number }), ...(expiry && { expiry }) });
  if (paid.status !== 200 && paid.body._data?.[0]?._code !== "intent_requires_action")
    throw new Error(JSON.stringify(paid.body));
  if (paid.status !== 200) {
    await server.db
      .updateTable("test_gateway_intent")
      .set({ status: "requires_capture" })
      .where("status", "=", "requires_action")
      .execute();
    await buyer.resumePayment(cart, paid.body._data[0]._extra.payment_id);
  }
  const response = await buyer.checkOut(cart, { identity: ada });
  if (response.status !== 200) throw new Error(JSON.stringify(response.body));
  const order_id: string = response.body.ticket_order._data[0].id;
  const [membership] = await readMemberships(server, order_id);
  if (!membership) throw new Error("There is a membership.");
  return { user: payer, buyer, order_id, membership_id: membership.id };
};

export const readRenewal = ({ db }: Pick<TestApp, "db">, membership_id: string) =>
  db.selectFrom("auto_renewal").selectAll().where("membership_id", "=", membership_id).executeTakeFirst();

/** Makes its next step due. */
export const makeRenewalDue = async ({ db }: Pick<TestApp, "db">, membership_id: string): Promise<void> => {
  await db
    .updateTable("auto_renewal")
    .set({ next_at: "2020-01-01T00:00:00Z", claimed_until: null })
    .where("membership_id", "=", membership_id)
    .execute();
};

/** Makes its term end in some days, for everyone on it. */
export const setPartyTermEnd = async (server: TestApp, membership_id: string, days: number): Promise<void> => {
  const party = await server.db
    .selectFrom("membership")
    .select("id")
    .where("ticket_order_id", "in", (eb) =>
      eb.selectFrom("membership as m").select("m.ticket_order_id").where("m.id", "=", membership_id),
    )
    .execute();
  for (const { id } of party) await setTermEnd(server, id, daysFromNow(days));
};

/** Makes its term end in some days with the payer informed in time, and runs the job. */
export const makeTermDue = async (server: TestApp, membership_id: string, days = 5): Promise<void> => {
  await setPartyTermEnd(server, membership_id, days);
  await makeRenewalDue(server, membership_id);
  await runRenewalJob(server);
  await makeRenewalDue(server, membership_id);
  await server.db
    .updateTable("auto_renewal")
    .set({ announced_at: daysFromNow(-20) })
    .where("membership_id", "=", membership_id)
    .where("announced_at", "is not", null)
    .execute();
};

/** Moves the last attempt some days into the past. */
export const shiftLastTry = async ({ db }: Pick<TestApp, "db">, membership_id: string, days: number): Promise<void> => {
  const renewal = await readRenewal({ db }, membership_id);
  if (!renewal?.attempted_at) throw new Error("It was not tried.");
  const before = Temporal.Instant.from(renewal.attempted_at)
    .subtract({ hours: 24 * days })
    .toString();
  await db
    .updateTable("auto_renewal")
    .set({ attempted_at: before })
    .where("membership_id", "=", membership_id)
    .execute();
  await makeRenewalDue({ db }, membership_id);
};

/** The chain of terms that starts with this one. */
export const readTermChain = async ({ db }: Pick<TestApp, "db">, membership_id: string) => {
  const terms = await db.selectFrom("membership").selectAll().where("id", "=", membership_id).execute();
  for (let last = terms[0]; last;) {
    const next = await db.selectFrom("membership").selectAll().where("renews_id", "=", last.id).executeTakeFirst();
    if (next) terms.push(next);
    last = next;
  }
  return terms;
};

/** What the test gateway captured from a seller's buyers, less refunds. */
export const capturedAmounts = async (
  { db }: Pick<TestApp, "db">,
  shop: Pick<TestShop, "seller_id">,
): Promise<number[]> => {
  const rows = await db
    .selectFrom("test_gateway_intent")
    .select("amount")
    .where("seller_id", "=", shop.seller_id)
    .where("status", "=", "succeeded")
    .orderBy("created_at")
    .execute();
  return rows.map(({ amount }) => amount);
};

export const readEmails = async ({ db }: Pick<TestApp, "db">, { seller_id }: Pick<TestShop, "seller_id">) => {
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

export type DueRenewal = { readonly renewalShop: RenewalShop; readonly member: JoinedMember };

/** A member with auto-renewal whose renewal is due. */
export const joinWithDueRenewal = async (server: TestApp): Promise<DueRenewal> => {
  const renewalShop = await createRenewalShop(server);
  const member = await joinAsMember(server, renewalShop);
  await makeTermDue(server, member.membership_id);
  return { renewalShop, member };
};

/** Captured amounts and number of terms once all jobs have run. */
export const renewalOutcome = async (server: TestApp, { renewalShop, member }: DueRenewal) => {
  await runPaymentJobs(server);
  return {
    taken: await capturedAmounts(server, renewalShop.shop),
    terms: (await readTermChain(server, member.membership_id)).length,
  };
};
/** The first term and one renewal. */
export const chargedOnce = { taken: [8000, 8000], terms: 2 };
