import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { keyedHeaders, recoveryCodesCall, sendWithKey } from "../../../test/office/repeatedCalls.ts";
import { startCrashingServer, overHttp } from "../../../test/process/startCrashingServer.ts";
import { countLockWaits } from "../../../test/database/countLockWaits.ts";
import { createTestShop, type TestShop } from "../../../test/shop/createTestShop.ts";
import { openTestApp, testProviders, testSealer, type TestApp, type TestResponse } from "../../../test/app/testApp.ts";
import { createSigner } from "../../providers/signer.sql.ts";
import { TestBuyer, recordPrices } from "../../../test/shop/testBuyer.ts";
import { ticketLine } from "../../../test/shop/ticketLine.ts";
import { ownerOf } from "../../../test/database/cloneDatabase.ts";

let server: TestApp;
let shop: TestShop;
beforeAll(async () => {
  server = await openTestApp();
  shop = await createTestShop(server.db);
  await recordPrices(server, shop);
});
afterAll(() => server.close());

const owner = () => ownerOf(server.databaseConfig);
const setUp = async () => {
  const buyer = new TestBuyer(server, shop);
  const cart = await buyer.hold(1);
  const key = crypto.randomUUID();
  const send = (to: TestApp): Promise<TestResponse> =>
    to.post(
      shop.slug,
      `/api/my/cart/${cart.id}/modify`,
      { add: [ticketLine(shop.event, 1)] },
      { headers: { cookie: buyer.cookie, "idempotency-key": key } },
    );
  const held = async (): Promise<number> => (await buyer.get(`/my/cart/${cart.id}`)).body.ticket._data.length;
  const storedState = () =>
    server.db.selectFrom("idempotency_key").select("state").where("key", "=", key).executeTakeFirst();
  const storedServer = async () =>
    (await server.db.selectFrom("idempotency_key").select("server_id").where("key", "=", key).executeTakeFirst())
      ?.server_id;
  return { send, held, storedState, storedServer };
};
const codeOf = ({ status, body }: TestResponse) => `${status} ${body._data?.[0]?._code ?? "done"}`;

test("a key runs again as soon as the server that worked on it is dead", async () => {
  const { send, held, storedState } = await setUp();
  const dying = await startCrashingServer(owner(), "before_hold_commit");
  await expect(send(overHttp(server, dying.origin))).rejects.toThrow();
  await dying.exited;
  expect(await storedState()).toEqual({ state: "in_progress" });
  await expect.poll(async () => codeOf(await send(server)), { timeout: 5000, interval: 50 }).toBe("200 done");
  expect(await held()).toBe(2);
}, 60_000);

test("a key is in progress while its server lives, and a killed server's waiting statement has no effect", async () => {
  const { send, held, storedServer } = await setUp();
  const doomed = await startCrashingServer(owner(), "mail_accepted");
  const lock = Promise.withResolvers<void>();
  const isLocked = Promise.withResolvers<void>();
  const holder = server.db.transaction().execute(async (tx) => {
    // The hold waits for this row.
    await sql`select from event_session where id = ${shop.session.id} for update`.execute(tx);
    isLocked.resolve();
    await lock.promise;
  });
  await isLocked.promise;
  const lost = send(overHttp(server, doomed.origin)).catch(() => "lost");
  await expect.poll(() => countLockWaits(server.db)).toBeGreaterThan(0);
  expect(codeOf(await send(server))).toBe("409 request_in_progress");

  doomed.kill();
  await doomed.exited;
  expect(await lost).toBe("lost");
  // The killed server's database session waits for the row until PostgreSQL notices that the server is gone. Until then
  // the server counts as alive.
  let repeated: Promise<TestResponse> | undefined;
  await expect
    .poll(
      async () => {
        repeated ??= send(server);
        void repeated.then(({ status }) => status === 409 && (repeated = undefined));
        return storedServer();
      },
      { timeout: 8000, interval: 100 },
    )
    .toBe(server.connections.serverId);
  lock.resolve();
  await holder;
  expect(repeated && codeOf(await repeated)).toBe("200 done");
  expect(await held()).toBe(2);
}, 60_000);

test("a call about a staff account is in progress while its server lives, and runs again once it is dead", async () => {
  const call = await recoveryCodesCall(server);
  const key = crypto.randomUUID();
  const send = (to: TestApp): Promise<TestResponse> =>
    to.post(shop.slug, `/staff_api${call.path}`, {}, { headers: keyedHeaders(call, key) });
  const doomed = await startCrashingServer(owner(), "mail_accepted");
  const lock = Promise.withResolvers<void>();
  const isLocked = Promise.withResolvers<void>();
  const holder = server.db.transaction().execute(async (tx) => {
    // The call waits for its account.
    await sql`select from staff where id = ${call.who.person.id} for update`.execute(tx);
    isLocked.resolve();
    await lock.promise;
  });
  await isLocked.promise;
  const lost = send(overHttp(server, doomed.origin)).catch(() => "lost");
  await expect.poll(() => countLockWaits(server.db)).toBeGreaterThan(0);
  expect(codeOf(await sendWithKey(server, call, key))).toBe("409 request_in_progress");
  doomed.kill();
  await doomed.exited;
  expect(await lost).toBe("lost");
  lock.resolve();
  await holder;
  let reply: TestResponse | undefined;
  await expect
    .poll(async () => codeOf((reply = await sendWithKey(server, call, key))), { timeout: 8000, interval: 100 })
    .toBe("200 done");
  expect(reply?.body.recovery_codes).toHaveLength(10);
  expect((await sendWithKey(server, call, key)).body).toEqual(reply?.body);
}, 60_000);

test("a first hold whose server died before it answered is answered with the cart that it made", async () => {
  const other = await createTestShop(server.db);
  const headers = { "idempotency-key": crypto.randomUUID() };
  const send = (to: TestApp): Promise<TestResponse> =>
    to.post(other.slug, "/api/my/cart/modify", { add: [ticketLine(other.event, 2)] }, { headers });
  const dying = await startCrashingServer(owner(), "after_hold_commit");
  await expect(send(overHttp(server, dying.origin))).rejects.toThrow();
  await dying.exited;
  // The next server recognises the session that the dying server started, since it signs with the same key.
  const sign = await createSigner(server.db, { sealer: testSealer, isSealed: false });
  const next = await openTestApp({ providers: { ...testProviders(server.connections), sign } }, server);
  let reply: TestResponse | undefined;
  await expect.poll(async () => codeOf((reply = await send(next))), { timeout: 5000, interval: 50 }).toBe("200 done");
  await next.close();
  const carts = await server.db.selectFrom("cart").select("id").where("seller_id", "=", other.seller_id).execute();
  expect(carts).toEqual([{ id: reply?.body.cart._data[0].id }]);
  expect(reply?.body.ticket._data).toHaveLength(2);
}, 60_000);
