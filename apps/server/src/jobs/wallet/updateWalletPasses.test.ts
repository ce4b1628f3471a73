import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { expectInvariants } from "../../../test/database/expectInvariants.ts";
import { cancelTickets, createChangeShop, orderOf, type TestOrder } from "../../../test/orders/changedOrders.ts";
import { startApplePushServer, type ApplePushServer } from "../../../test/wallet/applePushServer.ts";
import { startGoogleObjectServer, type GoogleObjectServer } from "../../../test/wallet/googleObjectServer.ts";
import { createTestEvent, type TestShop } from "../../../test/shop/createTestShop.ts";
import { recordPrices, TestBuyer } from "../../../test/shop/testBuyer.ts";
import { openWalletApp, type TestPass, type WalletApp } from "../../../test/wallet/walletApp.ts";
import { createGoogleKeys, passTypeId } from "../../../test/wallet/walletKeys.ts";

let wallets: WalletApp;
let apple: ApplePushServer;
let google: GoogleObjectServer;
const googleKeys = createGoogleKeys();
const endpoints = () => ({
  apple: { pushUrl: apple.url, timeoutMs: 500 },
  google: { objectsUrl: google.url, tokenUrl: google.tokenUrl, timeoutMs: 500 },
});
beforeAll(async () => {
  wallets = await openWalletApp(googleKeys.keys);
  apple = await startApplePushServer(wallets.appleKeys);
  google = await startGoogleObjectServer(googleKeys.publicKey);
  wallets.setEndpoints(endpoints());
});
afterEach(async () => {
  wallets.setEndpoints(endpoints());
  apple.answers.clear();
  google.statuses.length = 0;
  google.tokens.status = 200;
  // Updates that a test left unsent would be sent in the next one.
  await sql`update wallet_pass set state = 'current', next_at = null`.execute(wallets.server.db);
});
afterAll(async () => {
  await expectInvariants(wallets.server.db);
  await apple.close();
  await google.close();
  await wallets.close();
});

type Bought = { readonly shop: TestShop; readonly buyer: TestBuyer; readonly order: TestOrder };
const buyTwo = async (): Promise<Bought> => {
  const shop = await createChangeShop(wallets.server);
  const buyer = new TestBuyer(wallets.server, shop);
  return { shop, buyer, order: orderOf(await buyer.buy(2)) };
};
const cancelFirst = async ({ buyer, order }: Bought): Promise<void> => {
  expect((await cancelTickets(buyer, order, order.tickets.slice(0, 1))).status).toBe(200);
};
const pushesTo = (token: string) => apple.pushes.filter((push) => push.token === token);
const passRow = (id: string) =>
  wallets.server.db.selectFrom("wallet_pass").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const devicesOf = async ({ serialNumber }: TestPass) =>
  (
    await wallets.server.db
      .selectFrom("wallet_registration")
      .select("push_token")
      .where("wallet_pass_id", "=", serialNumber)
      .execute()
  ).map(({ push_token }) => push_token);
/** Makes the next attempt due. */
const waitForRetry = (id: string) =>
  sql`update wallet_pass set next_at = now() - interval '1 second' where id = ${id} and state = 'due'`.execute(
    wallets.server.db,
  );
const minutesToRetry = async (id: string): Promise<number> => {
  const { next_at } = await passRow(id);
  return Math.round((Date.parse(next_at ?? "") - Date.now()) / 60_000);
};

describe("Apple's push service", () => {
  const saveWithDevice = async () => {
    const bought = await buyTwo();
    const pass = await wallets.savePass(bought.buyer, bought.order.tickets[0]);
    return { ...bought, pass, ...(await wallets.addDevice(bought.shop, pass)) };
  };

  test("Apple's push service is told of a changed pass once, with the pass certificate and without content", async () => {
    const saved = await saveWithDevice();
    expect(await wallets.runJob()).toBe(0);
    await cancelFirst(saved);
    expect([await wallets.runJob(), await wallets.runJob()]).toEqual([1, 0]);
    expect(pushesTo(saved.pushToken)).toEqual([
      { token: saved.pushToken, topic: passTypeId, body: "{}", certificate: passTypeId },
    ]);
    expect(await passRow(saved.pass.serialNumber)).toMatchObject({ state: "current", version: 1, next_at: null });
  });

  test("Apple's push service is told once for a device with several changed passes", async () => {
    const { shop, buyer, order } = await buyTwo();
    const passes = [await wallets.savePass(buyer, order.tickets[0]), await wallets.savePass(buyer, order.tickets[1])];
    const pushToken = "12".repeat(32);
    for (const { serialNumber, authenticationToken } of passes)
      await wallets.call(shop, `devices/phone/registrations/${passTypeId}/${serialNumber}`, {
        method: "POST",
        token: authenticationToken,
        body: { pushToken },
      });
    await cancelTickets(buyer, order, order.tickets);
    await wallets.runJob();
    expect(pushesTo(pushToken)).toHaveLength(1);
  });

  test.each([
    ["410 Gone", { status: 410, reason: "Unregistered" }],
    ["a token that it does not know", { status: 400, reason: "BadDeviceToken" }],
  ])("makes a device be forgotten by %s, and no other", async (_, answer) => {
    const saved = await saveWithDevice();
    const other = await wallets.addDevice(saved.shop, saved.pass);
    apple.answers.set(saved.pushToken, answer);
    await cancelFirst(saved);
    await wallets.runJob();
    expect(await devicesOf(saved.pass)).toEqual([other.pushToken]);
    expect(pushesTo(other.pushToken)).toHaveLength(1);
    expect((await passRow(saved.pass.serialNumber)).state).toBe("current");
  });

  test.each([
    ["429", { status: 429, reason: "TooManyRequests" }],
    ["500", { status: 500, reason: "InternalServerError" }],
    ["503", { status: 503 }],
    ["403", { status: 403, reason: "BadCertificate" }],
    ["silence", "silence"],
  ] as const)("Apple's push service is told again later after %s, and forgets no device", async (_, answer) => {
    const saved = await saveWithDevice();
    const { serialNumber } = saved.pass;
    apple.answers.set(saved.pushToken, answer);
    await cancelFirst(saved);
    await wallets.runJob();
    const failed = await passRow(serialNumber);
    expect(failed).toMatchObject({ state: "due", attempts: 1 });
    expect(failed.last_error).toMatch(answer === "silence" ? /no answer/ : new RegExp(String(answer.status)));
    expect(await minutesToRetry(serialNumber)).toBe(1);
    await wallets.runJob();
    expect(pushesTo(saved.pushToken)).toHaveLength(1);

    apple.answers.clear();
    await waitForRetry(serialNumber);
    await wallets.runJob();
    expect(pushesTo(saved.pushToken)).toHaveLength(2);
    expect(await passRow(serialNumber)).toMatchObject({ state: "current", last_error: null });
    expect(await devicesOf(saved.pass)).toEqual([saved.pushToken]);
  });

  test("Apple's push service is not told for ever, with longer and longer pauses", async () => {
    const saved = await saveWithDevice();
    const { serialNumber } = saved.pass;
    wallets.setEndpoints({ ...endpoints(), apple: { pushUrl: "https://localhost:1", timeoutMs: 500 } });
    await cancelFirst(saved);
    const pauses: number[] = [];
    for (let n = 0; n < 13; n++) {
      await waitForRetry(serialNumber);
      await wallets.runJob();
      if (n < 12) pauses.push(await minutesToRetry(serialNumber));
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 240, 240, 240, 240]);
    expect(await passRow(serialNumber)).toMatchObject({ state: "dead", attempts: 13, next_at: null });
  });

  test("Apple's push service is told of a change that happens while it is told of another", async () => {
    const saved = await saveWithDevice();
    await cancelFirst(saved);
    const { id, version } = await passRow(saved.pass.serialNumber);
    // A change between the claim and the outcome, as another server might make it.
    apple.answers.set(saved.pushToken, "silence");
    const run = wallets.runJob();
    await expect.poll(() => pushesTo(saved.pushToken).length).toBe(1);
    await sql`update wallet_pass set version = version + 1, state = 'due', next_at = now(), attempts = 0 where id = ${id}`.execute(
      wallets.server.db,
    );
    await run;
    expect(await passRow(id)).toMatchObject({ state: "due", version: version + 1, attempts: 0 });
  });

  test("Apple's push service is told once by two servers that run the job at once", async () => {
    const saved = await saveWithDevice();
    await cancelFirst(saved);
    expect((await Promise.all([wallets.runJob(), wallets.runJob(), wallets.runJob()])).toSorted()).toEqual([0, 0, 1]);
    expect(pushesTo(saved.pushToken)).toHaveLength(1);
  });
});

describe("Google's API", () => {
  const saveAtGoogle = async () => {
    const bought = await buyTwo();
    google.patches.length = 0;
    return { ...bought, objectId: await wallets.saveGooglePass(bought.buyer, bought.order.tickets[0]) };
  };
  const rowOf = ({ objectId }: { readonly objectId: string }) => passRow(objectId.split(".")[1] ?? "");

  test("expires the pass of a cancelled ticket and takes its code away, with a token of the service account", async () => {
    const saved = await saveAtGoogle();
    await cancelFirst(saved);
    expect(await wallets.runJob()).toBe(1);
    expect(google.patches).toMatchObject([
      {
        method: "PATCH",
        path: `/walletobjects/v1/eventTicketObject/${saved.objectId}`,
        authorization: `Bearer token-${google.grants.length}`,
        fields: { state: "EXPIRED", barcode: null, ticketHolderName: null },
      },
    ]);
    expect(google.grants.at(-1)).toMatchObject({
      iss: googleKeys.keys.client_email,
      aud: google.tokenUrl,
      scope: "https://www.googleapis.com/auth/wallet_object.issuer",
    });
    expect(await rowOf(saved)).toMatchObject({ state: "current" });
  });

  test("Google's API has nothing to change where the link was never opened", async () => {
    const saved = await saveAtGoogle();
    google.statuses.push(404);
    await cancelFirst(saved);
    await wallets.runJob();
    expect(await rowOf(saved)).toMatchObject({ state: "current", last_error: null });
  });

  test.each([429, 500, 503, 401, "silence"] as const)("Google's API is asked again later after %s", async (status) => {
    const saved = await saveAtGoogle();
    google.statuses.push(status);
    await cancelFirst(saved);
    await wallets.runJob();
    const failed = await rowOf(saved);
    expect(failed).toMatchObject({ state: "due", attempts: 1 });
    expect(failed.last_error).toContain(status === "silence" ? "no answer" : String(status));
    await waitForRetry(failed.id);
    await wallets.runJob();
    expect(google.patches).toHaveLength(2);
    expect(await rowOf(saved)).toMatchObject({ state: "current", last_error: null });
  });

  test("Google's API gets the other passes of a seller although one cannot be read", async () => {
    const saved = await saveAtGoogle();
    const event = await createTestEvent(wallets.server.db, saved.shop, { sessions: [{}] });
    const [session, group] = [event.sessions[0], event.groups[0]];
    const type = group?.types[0];
    if (!session || !group || !type) throw new Error("The event is sold.");
    const shop = { ...saved.shop, event, session, group, type };
    await recordPrices(wallets.server, shop);
    const buyer = new TestBuyer(wallets.server, shop);
    const order = orderOf(await buyer.buy(1));
    const other = { objectId: await wallets.saveGooglePass(buyer, order.tickets[0]) };
    await sql`update event_template set timezone = 'Nowhere/Else' where id = ${event.id}`.execute(wallets.server.db);
    await cancelFirst(saved);
    await sql`update wallet_pass set version = 1, state = 'due', next_at = now() where id = ${other.objectId.split(".")[1]}`.execute(
      wallets.server.db,
    );
    expect(await wallets.runJob()).toBe(2);
    expect(google.patches.map(({ path }) => path.endsWith(saved.objectId))).toEqual([true]);
    expect(await rowOf(saved)).toMatchObject({ state: "current" });
    expect(await rowOf(other)).toMatchObject({ state: "due", attempts: 1 });
  });

  test("Google's API is asked again later where it gives no token", async () => {
    const saved = await saveAtGoogle();
    google.tokens.status = 503;
    await cancelFirst(saved);
    await wallets.runJob();
    expect(await rowOf(saved)).toMatchObject({ state: "due", last_error: "Google Wallet: no token, 503" });
  });
});

describe("a server that tells nobody", () => {
  test("keeps a change, and shows it to developers", async () => {
    wallets.setEndpoints(undefined);
    const { shop, buyer, order } = await buyTwo();
    const pass = await wallets.savePass(buyer, order.tickets[0]);
    await cancelFirst({ shop, buyer, order });
    await wallets.runJob();
    expect(await passRow(pass.serialNumber)).toMatchObject({ state: "kept", version: 1, next_at: null });
    const page = await wallets.server.app.inject({ url: "/_dev/wallets", headers: { accept: "application/json" } });
    expect(page.json().wallet_pass._data).toContainEqual(
      expect.objectContaining({ id: pass.serialNumber, wallet: "apple", state: "kept", version: 1 }),
    );
    const html = await wallets.server.app.inject({ url: "/_dev/wallets", headers: { accept: "text/html" } });
    expect(html.body).toContain("version 1 of");
  });
});
