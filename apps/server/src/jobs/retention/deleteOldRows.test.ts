import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { checkInvariants } from "../../cli/checkInvariants.ts";
import { transact } from "../../db/transact.ts";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import { createChangeShop, everyChange, orderOf, shopStates, withLink } from "../../../test/orders/changedOrders.ts";
import { changeStates, newTickets, requestChange } from "../../../test/orders/requestChange.ts";
import { grace, sendOn } from "../../../test/orders/sentTickets.ts";
import { createTestShop, type TestShop } from "../../../test/shop/createTestShop.ts";
import { TestBuyer, ada, cards, recordPrices } from "../../../test/shop/testBuyer.ts";
import { createTestMember, createTestUser } from "../../../test/accounts/members.ts";
import { ticketLine } from "../../../test/shop/ticketLine.ts";
import { keepDueEmails } from "../emails/outbox.sql.ts";
import { releaseExpiredHolds } from "../releaseExpiredHolds.ts";
import { retentionJob } from "./deleteOldRows.ts";
import type { ChosenDays } from "./periods.ts";
import { moveClock } from "../../../test/database/moveClock.ts";

let server: TestApp;
let days = 0;
const errors: object[] = [];
// A run goes through every seller of its database, so each test has one with its own sellers only.
beforeEach(async () => {
  server = await openTestApp();
  moveClock(server.connections, () => `${days} days`);
  return () => server.close();
});
afterEach(async () => {
  days = 0;
  expect(errors.splice(0)).toEqual([]);
  expect(await checkInvariants(server.db)).toEqual([]);
});

const newJob = (retentionDays: ChosenDays = {}) =>
  retentionJob(
    {
      connections: server.connections,
      log: { error: (fields) => void errors.push(fields) },
      retentionDays,
    },
    0,
  );
/** Runs twice: an identity can be deleted in the run after the identity that refers to it. */
const runJobAt = async (day: number, retentionDays: ChosenDays = {}): Promise<void> => {
  days = day;
  const job = newJob(retentionDays);
  await job();
  await job();
};

const openBuyer = async (configuration: object = {}): Promise<TestBuyer> => {
  const shop = await createTestShop(server.db, { seller: { configuration: JSON.stringify(configuration) } });
  await recordPrices(server, shop);
  return new TestBuyer(server, shop);
};
const tables = ["cart", "ticket", "transition", "identity", "visitor_session", "outbox"] as const;
const countRows = async ({ seller_id }: TestShop): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from ${sql.table(table)} where seller_id = ${seller_id}::uuid`.execute(server.db);
    counts[table] = rows[0]?.n ?? 0;
  }
  return counts;
};
const none = Object.fromEntries(tables.map((table) => [table, 0]));

/** A visitor who adds two tickets and a name, and leaves. */
const abandonCart = async (configuration: object = {}): Promise<TestBuyer> => {
  days = 0;
  const buyer = await openBuyer(configuration);
  await buyer.savePurchaser(await buyer.hold(2));
  days = 1;
  await releaseExpiredHolds(server.db);
  return buyer;
};

describe("a visitor who leaves without an order", () => {
  test("a visitor who leaves without an order is deleted after cart and session have outlived their periods, with the whole history", async () => {
    const { shop } = await abandonCart();
    const before = await countRows(shop);
    expect(before).toEqual({ cart: 1, ticket: 2, transition: 3, identity: 2, visitor_session: 1, outbox: 0 });
    await runJobAt(29);
    expect(await countRows(shop)).toEqual(before);
    await runJobAt(31);
    // The session ends after 30 days without a visit, and is kept for 30 more; the guest of the cart is deleted with it.
    expect(await countRows(shop)).toEqual({ ...none, identity: 1, visitor_session: 1 });
    await runJobAt(59);
    expect(await countRows(shop)).toEqual({ ...none, identity: 1, visitor_session: 1 });
    await runJobAt(61);
    expect(await countRows(shop)).toEqual(none);
  });

  test("a visitor who leaves without an order loses an empty cart, and the codes in it are free again", async () => {
    const buyer = await openBuyer();
    const cart = await buyer.hold(1);
    const [ticket] = cart.lines[0]?.types[0]?.ticket_ids ?? [];
    expect((await buyer.post(`/cart/${cart.id}/remove`, { tickets: [ticket] })).status).toBe(200);
    const { seller_id } = buyer.shop;
    const ids = { group: crypto.randomUUID(), code: crypto.randomUUID() };
    await server.db
      .insertInto("code_group")
      .values({ seller_id, id: ids.group, key: "spring", name: "Spring", used: 1 })
      .execute();
    await server.db
      .insertInto("code")
      .values({ seller_id, id: ids.code, code_group_id: ids.group, code: "SPRING", normalized: "SPRING", used: 1 })
      .execute();
    await server.db.insertInto("cart_code").values({ seller_id, cart_id: cart.id, code_id: ids.code }).execute();
    await runJobAt(31);
    expect(await countRows(buyer.shop)).toMatchObject({ cart: 0, ticket: 0, transition: 0 });
    const [code] = await server.db.selectFrom("code").select("used").where("seller_id", "=", seller_id).execute();
    expect(code).toEqual({ used: 0 });
  });

  test("keeps a cart that is in use, and does not wait for it", async () => {
    const { shop } = await abandonCart();
    days = 31;
    await transact({ db: server.db }, async ({ db }) => {
      await sql`select from cart where seller_id = ${shop.seller_id}::uuid for update`.execute(db);
      await newJob()();
      expect(await countRows(shop)).toMatchObject({ cart: 1, ticket: 2, transition: 3 });
    });
    await runJobAt(31);
    expect(await countRows(shop)).toMatchObject({ cart: 0, ticket: 0, transition: 0 });
  });

  test("a visitor who leaves without an order is deleted once by two servers at the same time", async () => {
    const shops = [await abandonCart(), await abandonCart()].map(({ shop }) => shop);
    days = 61;
    const jobs = [newJob(), newJob()];
    for (const _ of [1, 2, 3]) await Promise.all(jobs.map((job) => job()));
    for (const shop of shops) expect(await countRows(shop)).toEqual(none);
  });
});

describe("a purchase", () => {
  test("a purchase stays with its money and history for ever; the e-mail loses text and address", async () => {
    const buyer = await openBuyer();
    expect((await buyer.buy()).body.outcome).toBe("completed");
    await keepDueEmails(server.db);
    const before = await countRows(buyer.shop);
    const readMail = () =>
      server.db
        .selectFrom("outbox")
        .select(["kind", "to_address", "message", "state"])
        .where("seller_id", "=", buyer.shop.seller_id)
        .execute();
    await runJobAt(89);
    expect(await readMail()).toMatchObject([{ to_address: ada.email, message: { subject: expect.any(String) } }]);
    await runJobAt(3650);
    expect(await countRows(buyer.shop)).toEqual({ ...before, visitor_session: 0 });
    expect(await readMail()).toEqual([{ kind: "order_confirmation", to_address: "", message: {}, state: "kept" }]);
    const people = await server.db
      .selectFrom("identity")
      .select("email")
      .where("seller_id", "=", buyer.shop.seller_id)
      .where("kind", "=", "guest")
      .execute();
    expect(people).toEqual([{ email: ada.email }]);
  });

  test("a purchase has a history that the server is not allowed to delete", async () => {
    const buyer = await openBuyer();
    await buyer.buy();
    const before = await countRows(buyer.shop);
    expect(before.transition).toBeGreaterThan(3);
    await server.db
      .deleteFrom("transition")
      .where("seller_id", "=", buyer.shop.seller_id)
      // On a cluster, that history is left to the deleting statement: docs/operations/cluster.md.
      .where("entity", "not in", inject("nodes") ? ["cart", "ticket"] : ["x"])
      .execute();
    expect(await countRows(buyer.shop)).toEqual(before);
  });

  test("a purchase that failed keeps its cart and payment, and forgets the name after 400 days", async () => {
    const buyer = await openBuyer();
    buyer.clientAddress = "198.51.100.7";
    const cart = await buyer.hold(1);
    await buyer.savePurchaser(cart);
    await buyer.pay(cart, cards.declined);
    days = 1;
    await releaseExpiredHolds(server.db);
    const readPeople = async () =>
      (
        await server.db
          .selectFrom("identity")
          .select(["first_name", "last_name", "email"])
          .where("seller_id", "=", buyer.shop.seller_id)
          .where("kind", "=", "guest")
          .execute()
      )[0];
    const readNetworks = async () =>
      (
        await sql<{ n: number }>`
          select (select count(client_network) from payment_attempt where seller_id = ${buyer.shop.seller_id}::uuid)
            + (select count(client_network) from cart where seller_id = ${buyer.shop.seller_id}::uuid) as n`.execute(
          server.db,
        )
      ).rows[0]?.n;
    await runJobAt(29);
    expect(await readNetworks()).toBe(2);
    await runJobAt(399);
    expect(await readPeople()).toEqual(ada);
    expect(await readNetworks()).toBe(0);
    await runJobAt(401);
    expect(await readPeople()).toEqual({ first_name: null, last_name: null, email: null });
    expect(await countRows(buyer.shop)).toMatchObject({ cart: 1, ticket: 1, identity: 2, visitor_session: 0 });
  });

  test("a purchase of a member keeps account and membership", async () => {
    const shop = await createTestShop(server.db);
    const { identity_id } = await createTestMember(server.db, shop);
    await runJobAt(3650);
    const kept = await sql<{ logins: number; memberships: number }>`
      select (select count(*)::int from user_login where identity_id = ${identity_id}::uuid) as logins,
        (select count(*)::int from membership where identity_id = ${identity_id}::uuid) as memberships`.execute(
      server.db,
    );
    expect(kept.rows).toEqual([{ logins: 1, memberships: 1 }]);
    expect(await countRows(shop)).toMatchObject({ cart: 1, ticket: 1, visitor_session: 0 });
  });
});

test("a run ends when the server stops, and the next one continues", async () => {
  const { shop } = await abandonCart();
  days = 31;
  const job = newJob();
  expect(await job(AbortSignal.abort())).toBe(0);
  expect(await countRows(shop)).toMatchObject({ cart: 1 });
  expect(await job()).toBeGreaterThan(0);
  expect(await countRows(shop)).toMatchObject({ cart: 0 });
});

describe("a period", () => {
  test("a period is the operator's, where one is set", async () => {
    const { shop } = await abandonCart();
    await runJobAt(31, { carts: 60 });
    expect(await countRows(shop)).toMatchObject({ cart: 1 });
    await runJobAt(61, { carts: 60 });
    expect(await countRows(shop)).toMatchObject({ cart: 0 });
  });

  test("a period is the seller's own, where the seller may choose", async () => {
    const quick = await abandonCart({ retention_days: { carts: 2 } });
    const usual = await abandonCart();
    await runJobAt(4, { carts: 60 });
    expect(await countRows(quick.shop)).toMatchObject({ cart: 0 });
    expect(await countRows(usual.shop)).toMatchObject({ cart: 1 });
  });
});

test("a run deletes more rows than one batch, and continues past identities that stay", async () => {
  const { seller_id, ...shop } = await createTestShop(server.db);
  await sql`
    insert into identity (seller_id, id, kind)
    select ${seller_id}::uuid, gen_random_uuid(), case when n <= 700 then 'user' else 'public' end
    from generate_series(1, 1400) n returning true`.execute(server.db);
  await sql`
    insert into login_attempt (seller_id, action, at)
    select ${seller_id}::uuid, 'login', app_now() from generate_series(1, 1200) returning true`.execute(server.db);
  await runJobAt(31);
  const { rows } = await sql<{ people: number; attempts: number }>`
    select (select count(*)::int from identity where seller_id = ${seller_id}::uuid) as people,
      (select count(*)::int from login_attempt where seller_id = ${seller_id}::uuid) as attempts`.execute(server.db);
  expect(rows).toEqual([{ people: 700, attempts: 0 }]);
  expect(shop.slug).not.toBe("");
});

test("kept replies, login codes and attempts go after a day, e-mails about a login after their period", async () => {
  days = 0;
  const buyer = await openBuyer({ authentication: "otp_or_password" });
  const { shop } = buyer;
  const { email } = await createTestUser(server.db, shop);
  const countKept = async (): Promise<Record<string, number>> => {
    const { rows } = await sql<Record<string, number>>`
      select (select count(*)::int from idempotency_key where seller_id = ${shop.seller_id}::uuid) as replies,
        (select count(*)::int from login_token where seller_id = ${shop.seller_id}::uuid) as codes,
        (select count(*)::int from login_attempt where seller_id = ${shop.seller_id}::uuid) as attempts,
        (select count(*)::int from outbox where seller_id = ${shop.seller_id}::uuid) as emails`.execute(server.db);
    return rows[0] ?? {};
  };
  const add = [ticketLine(shop.event, 1)];
  const headers = { "idempotency-key": crypto.randomUUID() };
  expect((await server.post(shop.slug, "/api/my/cart/modify", { add }, { headers })).status).toBe(200);
  expect((await buyer.post("/login/request_otp", { email, state: shop.slug, provider: "ecomm" })).status).toBe(200);
  await keepDueEmails(server.db);
  const before = await countKept();
  expect(before).toEqual({ replies: 1, codes: 1, attempts: expect.any(Number), emails: 1 });
  expect(before.attempts).toBeGreaterThan(0);
  await runJobAt(0.9);
  expect(await countKept()).toEqual(before);
  await runJobAt(1.1);
  expect(await countKept()).toEqual({ replies: 0, codes: 0, attempts: 0, emails: 1 });
  await runJobAt(29);
  expect((await countKept()).emails).toBe(1);
  await runJobAt(31);
  expect((await countKept()).emails).toBe(0);
});

test("webhook events go after their period, those that are not processed never", async () => {
  const { seller_id } = await createTestShop(server.db);
  await sql`insert into payment_event (seller_id, gateway_id, id, type, object_id, occurred_on, done_at, outcome, created_at)
    values (${seller_id}::uuid, 'stripe', 'done', 't', 'o', now(), now(), 'settled', now()),
      (${seller_id}::uuid, 'stripe', 'open', 't', 'o', now(), null, null, now() + interval '91 days')`.execute(
    server.db,
  );
  const readIds = async () =>
    (await server.db.selectFrom("payment_event").select("id").where("seller_id", "=", seller_id).execute()).map(
      ({ id }) => id,
    );
  await runJobAt(89);
  expect(await readIds()).toHaveLength(2);
  await runJobAt(91);
  expect(await readIds()).toEqual(["open"]);
  await sql`update payment_event set done_at = now(), outcome = 'settled' where id = 'open'`.execute(server.db);
});

test("the expired change of an order goes after its period, and the order stays", async () => {
  const shop = await createChangeShop(server, undefined, { sessions: [{}, { inDays: 8 }] });
  const configuration = JSON.stringify({ self_edit: everyChange });
  await server.db.updateTable("seller").set({ configuration }).where("id", "=", shop.seller_id).execute();
  const order = orderOf(await new TestBuyer(server, shop).buy(2));
  const change = { remove: order.tickets.slice(0, 1), add: newTickets(shop) };
  expect((await requestChange(withLink(server, shop), order, change)).status).toBe(200);
  await runJobAt(29);
  expect(await changeStates(server, order)).toEqual(["pending"]);
  days = 1;
  await releaseExpiredHolds(server.db);
  await runJobAt(31);
  expect(await changeStates(server, order)).toEqual([]);
  expect(await shopStates(server, "ticket", shop)).toEqual(["booked", "booked"]);
});

test("whom tickets were sent to is forgotten with old e-mails, and not before the visit is as long ago", async () => {
  days = 0;
  const shop = await createChangeShop(server);
  const buyer = new TestBuyer(server, shop);
  const order = orderOf(await buyer.buy(1));
  expect((await sendOn(buyer, order, order.tickets)).status).toBe(200);
  const { rows } = await sql<{ days: number }>`
    select ceil(extract(epoch from end_datetime - now()) / 86400)::int as days from event_session
    where id = ${shop.session.id}::uuid`.execute(server.db);
  const [visit = { days: 0 }] = rows;
  expect(visit.days).toBeGreaterThan(1);
  const readSending = () =>
    server.db
      .selectFrom("ticket_sending")
      .select(["email", "sender_name", "message"])
      .where("seller_id", "=", shop.seller_id)
      .executeTakeFirst();
  await runJobAt(91);
  expect(await readSending()).toEqual(grace);
  await runJobAt(91 + visit.days);
  expect(await readSending()).toEqual({ email: null, sender_name: null, message: null });
});
