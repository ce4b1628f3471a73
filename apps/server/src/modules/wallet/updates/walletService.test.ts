import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectInvariants } from "../../../../test/database/expectInvariants.ts";
import { createChangeShop, orderOf } from "../../../../test/orders/changedOrders.ts";
import type { TestShop } from "../../../../test/shop/createTestShop.ts";
import { TestBuyer } from "../../../../test/shop/testBuyer.ts";
import {
  devicePath,
  openWalletApp,
  origin,
  passPath,
  type TestPass,
  type WalletApp,
} from "../../../../test/wallet/walletApp.ts";

let wallets: WalletApp;
beforeAll(async () => {
  wallets = await openWalletApp();
});
afterAll(async () => {
  await expectInvariants(wallets.server.db);
  await wallets.close();
});

type Saved = {
  readonly shop: TestShop;
  readonly buyer: TestBuyer;
  readonly tickets: readonly string[];
  readonly pass: TestPass;
};
const savePass = async (): Promise<Saved> => {
  const shop = await createChangeShop(wallets.server);
  const buyer = new TestBuyer(wallets.server, shop);
  const { tickets } = orderOf(await buyer.buy(2));
  return { shop, buyer, tickets, pass: await wallets.savePass(buyer, tickets[0]) };
};
const newDevice = (): string => randomBytes(16).toString("hex");
const pushToken = "ab".repeat(32);
const register = (
  shop: TestShop,
  pass: TestPass,
  { device = newDevice(), token = pass.authenticationToken, body = { pushToken } as object } = {},
) => wallets.call(shop, devicePath(device, pass), { method: "POST", token, body });
const listPath = (device: string, { passTypeIdentifier }: TestPass): string =>
  `devices/${device}/registrations/${passTypeIdentifier}`;
const registrations = ({ serialNumber }: TestPass) =>
  wallets.server.db.selectFrom("wallet_registration").selectAll().where("wallet_pass_id", "=", serialNumber).execute();
/** Makes the pass look as if it had changed some time ago. */
const setChanged = ({ serialNumber }: TestPass, minutesAgo: number) =>
  sql`update wallet_pass set changed_at = now() - make_interval(mins => ${minutesAgo}) where id = ${serialNumber}`.execute(
    wallets.server.db,
  );

describe("a pass", () => {
  test("says where Apple Wallet finds its updates, with a token of its own", async () => {
    const { shop, buyer, tickets, pass } = await savePass();
    expect(pass.webServiceURL).toBe(`${origin}/_wallet/${shop.slug}`);
    expect(pass.authenticationToken).toMatch(/^[\w-]{43}$/);
    expect(pass.serialNumber).not.toBe(tickets[0]);
    const other = await wallets.savePass(buyer, tickets[1]);
    expect(other.authenticationToken).not.toBe(pass.authenticationToken);
    expect(other.serialNumber).not.toBe(pass.serialNumber);
  });

  test("a pass stays the same pass when it is saved again", async () => {
    const { buyer, tickets, pass } = await savePass();
    expect(await wallets.savePass(buyer, tickets[0])).toEqual(pass);
  });
});

describe("a device", () => {
  test("registers for a pass once, and unregisters", async () => {
    const { shop, pass } = await savePass();
    const device = newDevice();
    expect((await register(shop, pass, { device })).status).toBe(201);
    const again = { device, body: { pushToken: "cd".repeat(32) } };
    expect((await register(shop, pass, again)).status).toBe(200);
    expect(await registrations(pass)).toMatchObject([{ push_token: "cd".repeat(32) }]);
    const leave = () =>
      wallets.call(shop, devicePath(device, pass), { method: "DELETE", token: pass.authenticationToken });
    expect([(await leave()).status, (await leave()).status]).toEqual([200, 200]);
    expect(await registrations(pass)).toEqual([]);
  });

  test("a device is not stored under its own name", async () => {
    const { shop, pass } = await savePass();
    const device = newDevice();
    await register(shop, pass, { device });
    const { rows } = await sql<{ row: string }>`select to_jsonb(r)::text as row from wallet_registration r`.execute(
      wallets.server.db,
    );
    expect(rows.some(({ row }) => row.includes(device))).toBe(false);
  });

  test.each([
    ["no push token", {}],
    ["a path as push token", { pushToken: "../../../3/device/ab" }],
    ["a number as push token", { pushToken: 7 }],
    ["a list", []],
  ])("a device is refused with %s", async (_, body) => {
    const { shop, pass } = await savePass();
    expect((await register(shop, pass, { body })).status).toBe(400);
    expect(await registrations(pass)).toEqual([]);
  });

  test("a device that registers as one too many takes the place of the oldest", async () => {
    const { shop, pass } = await savePass();
    for (let n = 0; n < 22; n++) await register(shop, pass, { body: { pushToken: String(n).padStart(64, "0") } });
    const tokens = (await registrations(pass)).map(({ push_token }) => Number(push_token)).toSorted((a, b) => a - b);
    expect(tokens).toEqual(Array.from({ length: 20 }, (_, index) => index + 2));
  });

  test("a device that calls too often is told to wait", async () => {
    const { shop, pass } = await savePass();
    const device = newDevice();
    const statuses: number[] = [];
    for (let n = 0; n < 121; n++) statuses.push((await register(shop, pass, { device })).status);
    expect(statuses.slice(-2)).toEqual([200, 429]);
  });
});

describe("the list of a device's passes", () => {
  const list = async (shop: TestShop, device: string, pass: TestPass, since?: string) => {
    const { status, bytes } = await wallets.call(
      shop,
      `${listPath(device, pass)}${since === undefined ? "" : `?passesUpdatedSince=${since}`}`,
    );
    const body =
      bytes.length > 0 ? (JSON.parse(String(bytes)) as { serialNumbers: string[]; lastUpdated: string }) : null;
    return { status, body };
  };

  test("holds all of them at first, and then those that have changed since", async () => {
    const { shop, buyer, tickets, pass } = await savePass();
    const other = await wallets.savePass(buyer, tickets[1]);
    const device = newDevice();
    await register(shop, pass, { device });
    await register(shop, other, { device });
    await setChanged(pass, 10);
    await setChanged(other, 10);
    const first = await list(shop, device, pass);
    expect(first.body?.serialNumbers.toSorted()).toEqual([pass.serialNumber, other.serialNumber].toSorted());
    expect(await list(shop, device, pass, first.body?.lastUpdated)).toEqual({ status: 204, body: null });

    await setChanged(other, 0);
    const second = await list(shop, device, pass, first.body?.lastUpdated);
    expect(second.body?.serialNumbers).toEqual([other.serialNumber]);
    // A change of the last minute is listed again, because its transaction may have ended after the call.
    expect((await list(shop, device, pass, second.body?.lastUpdated)).body?.serialNumbers).toEqual([
      other.serialNumber,
    ]);
  });

  test("the list of a device's passes is empty for another device, another pass type and another seller", async () => {
    const { shop, pass } = await savePass();
    const other = await createChangeShop(wallets.server);
    const device = newDevice();
    await register(shop, pass, { device });
    expect((await list(shop, newDevice(), pass)).status).toBe(204);
    expect((await list(other, device, pass)).status).toBe(204);
    expect((await list(shop, device, { ...pass, passTypeIdentifier: "pass.example.other" })).status).toBe(404);
    expect((await list(shop, device, pass, "yesterday")).status).toBe(400);
  });
});

describe("the latest version of a pass", () => {
  const fetch = (shop: TestShop, pass: TestPass, since?: string) =>
    wallets.call(shop, passPath(pass), {
      token: pass.authenticationToken,
      ...(since !== undefined && { headers: { "if-modified-since": since } }),
    });

  test("the latest version of a pass is the same pass while nothing has changed", async () => {
    const { shop, pass } = await savePass();
    const { status, headers } = await fetch(shop, pass);
    expect([status, headers["content-type"], headers["cache-control"]]).toEqual([
      200,
      "application/vnd.apple.pkpass",
      "private, no-store",
    ]);
    expect(await wallets.fetchPass(shop, pass)).toEqual(pass);
  });

  test("the latest version of a pass is not sent again to a device that has it", async () => {
    const { shop, pass } = await savePass();
    await setChanged(pass, 10);
    const { headers } = await fetch(shop, pass);
    const again = await fetch(shop, pass, String(headers["last-modified"]));
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
    await setChanged(pass, 0);
    expect((await fetch(shop, pass, String(headers["last-modified"]))).status).toBe(200);
    expect((await fetch(shop, pass, "no date")).status).toBe(200);
  });
});

describe("without the pass's own token", () => {
  type Attempt = (saved: Saved, other: Saved) => { shop: TestShop; token?: string };
  const attempts: readonly (readonly [string, Attempt])[] = [
    ["no token", ({ shop }) => ({ shop })],
    ["a made-up token", ({ shop }) => ({ shop, token: "x".repeat(43) })],
    ["a token that is cut off", ({ shop, pass }) => ({ shop, token: pass.authenticationToken.slice(0, -1) })],
    ["the token of another pass", ({ shop }, other) => ({ shop, token: other.pass.authenticationToken })],
    ["the right token at another seller", ({ pass }, other) => ({ shop: other.shop, token: pass.authenticationToken })],
  ];

  test.each(attempts)("nothing is read, registered or unregistered: %s", async (_, attempt) => {
    const [saved, other] = [await savePass(), await savePass()];
    const device = newDevice();
    await register(saved.shop, saved.pass, { device });
    const { shop, ...token } = attempt(saved, other);
    const replies = [
      await wallets.call(shop, passPath(saved.pass), token),
      await wallets.call(shop, devicePath(newDevice(), saved.pass), { ...token, method: "POST", body: { pushToken } }),
      await wallets.call(shop, devicePath(device, saved.pass), { ...token, method: "DELETE" }),
    ];
    expect(replies.map(({ status }) => status)).toEqual([401, 401, 401]);
    for (const { bytes } of replies) expect(String(bytes)).not.toContain(saved.tickets[0]);
    expect(await registrations(saved.pass)).toHaveLength(1);
  });

  test("a pass that was forgotten is not found, even with its token", async () => {
    const { shop, pass } = await savePass();
    await wallets.server.db.deleteFrom("wallet_pass").where("id", "=", pass.serialNumber).execute();
    expect((await register(shop, pass)).status).toBe(404);
    expect((await wallets.call(shop, passPath(pass), { token: pass.authenticationToken })).status).toBe(404);
  });

  test("an unknown seller and an invalid serial number are refused", async () => {
    const { shop, pass } = await savePass();
    const token = pass.authenticationToken;
    expect((await wallets.call({ ...shop, slug: "nobody" }, passPath(pass), { token })).status).toBe(404);
    expect((await wallets.call(shop, `passes/${pass.passTypeIdentifier}/1`, { token })).status).toBe(400);
  });
});

describe("errors that Apple Wallet reports", () => {
  test("errors that Apple Wallet reports are accepted, and too many are not", async () => {
    const { shop } = await savePass();
    const send = (body: object) => wallets.call(shop, "log", { method: "POST", body });
    expect((await send({ logs: ["the pass could not be read", "x".repeat(5000)] })).status).toBe(200);
    expect((await send({ logs: [7] })).status).toBe(400);
    const statuses: number[] = [];
    for (let n = 0; n < 20; n++) statuses.push((await send({ logs: [] })).status);
    expect(statuses.at(-1)).toBe(429);
  });
});
