import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import { buyForGate, createGateShop, statesOf } from "../../../test/office/gateShop.ts";
import { inShort, offlineScan, pairedDevice, scanWith, sendScans } from "../../../test/office/testGate.ts";
import { auditOf, OfficeBrowser, signedIn } from "../../../test/office/testStaff.ts";
import type { TestShop } from "../../../test/shop/createTestShop.ts";
import { newId } from "../../db/newId.ts";
import { deleteOldRefusals, deleteReplacedCodes, deleteUnpairedDevices } from "../../jobs/retention/oldScans.sql.ts";

let server: TestApp;
let shop: TestShop;
let manager: Awaited<ReturnType<typeof signedIn>>;
beforeAll(async () => {
  server = await openTestApp();
  shop = await createGateShop(server);
  manager = await signedIn(server, shop, ["manager"]);
});
afterAll(() => server.close());

const inHours = (hours: number) => Temporal.Now.instant().add({ hours }).toString({ smallestUnit: "second" });
const wanted = (more: object = {}) => ({
  name: "Main gate",
  event_ids: [],
  venue_ids: [],
  ends_at: inHours(12),
  ...more,
});
let created = 0;
/** Each has a name of its own: two equal requests at the same moment are one. */
const create = async (more: object = {}) =>
  (await manager.post("/devices", wanted({ name: `Gate ${++created}`, ...more }))).body;

/** Opens the link of a pairing code in a new browser. */
const pairWith = async (token: string, seller = shop.slug) => {
  const browser = new OfficeBrowser(server, shop.slug);
  const reply = await browser.send("POST", "/gate/pair", { seller, token });
  const [cookie] = [reply.headers["set-cookie"]].flat();
  if (typeof cookie === "string") browser.cookie = cookie.split(";")[0];
  return { browser, reply };
};

describe("pairing", () => {
  test("works once: the browser becomes the device, and both are in the audit log", async () => {
    const { id, token } = await create({ name: "Main gate" });
    const { browser, reply } = await pairWith(token);
    expect([reply.status, reply.body.name]).toEqual([200, "Main gate"]);
    expect(String(reply.headers["set-cookie"])).toMatch(
      /foyer-device=[\w-]{43}; Max-Age=4\d{4}; Path=\/; HttpOnly; SameSite=Strict/,
    );
    expect((await browser.get("/gate")).body).toMatchObject({
      name: "Main gate",
      is_device: true,
      may_admit_anyway: false,
    });
    expect((await pairWith(token)).reply.status).toBe(410);
    const entries = (await auditOf(server.db, shop.seller_id)).filter(({ entity_id }) => entity_id === id);
    expect(entries.map(({ action, actor }) => [action, actor])).toEqual([
      ["device.created", "staff"],
      ["device.paired", "device"],
    ]);
    expect(JSON.stringify(entries)).not.toContain(token);
  });

  test("of two browsers that use the same code concurrently, one is paired", async () => {
    const { token } = await create();
    const replies = await Promise.all([1, 2, 3].map(() => pairWith(token)));
    expect(replies.map(({ reply }) => reply.status).toSorted()).toEqual([200, 410, 410]);
  });

  test("its code is over after ten minutes, and a new one replaces it", async () => {
    const { id, token } = await create();
    await server.db
      .updateTable("scan_device")
      .set({ pairing_expires_at: sql<string>`app_now()` })
      .where("id", "=", id)
      .execute();
    expect((await pairWith(token)).reply.status).toBe(410);
    const { body } = await manager.post(`/devices/${id}/renew`);
    expect((await pairWith(token)).reply.status).toBe(410);
    expect((await pairWith(body.token)).reply.status).toBe(200);
    const colleague = await signedIn(server, shop, ["manager"]);
    expect((await colleague.post(`/devices/${id}/renew`)).body._data[0]._code).toBe("device_paired");
  });

  test("a code of another seller pairs nothing", async () => {
    const other = await createGateShop(server);
    const { token } = await create();
    expect((await pairWith(token, other.slug)).reply.status).toBe(410);
    expect((await pairWith(token, "no-such-seller")).reply.status).toBe(410);
  });

  test.each([
    ["without a name", { name: " " }, "name"],
    ["that has ended before", { ends_at: "2020-01-01T00:00:00Z" }, "ends_at"],
    ["for more than a year", { ends_at: "2199-01-01T00:00:00Z" }, "ends_at"],
    ["for an event that there is not", { event_ids: ["00000000-0000-4000-8000-000000000001"] }, "event_ids"],
  ])("a device %s is refused", async (_, more, field) => {
    const { status, body } = await manager.post("/devices", wanted(more));
    expect([status, body._data[0]._extra.fields]).toEqual([422, [field]]);
  });

  test("another seller's event and device are not found", async () => {
    const other = await createGateShop(server);
    const { id } = await create();
    const stranger = await signedIn(server, other, ["owner"]);
    expect((await stranger.post("/devices", wanted({ event_ids: [shop.event.id] }))).status).toBe(422);
    expect((await stranger.post(`/devices/${id}/end`)).status).toBe(404);
    expect((await stranger.post(`/devices/${id}/renew`)).status).toBe(404);
  });
});

describe("a device that was ended", () => {
  test("stops at its next contact; earlier scans are kept, and later ones are refused", async () => {
    const { id, token } = await create();
    const { browser } = await pairWith(token);
    await server.db
      .updateTable("scan_device")
      .set({ paired_at: inHours(-1) })
      .where("id", "=", id)
      .execute();
    const order = await buyForGate(server, shop, 2);
    const [first = "", second = ""] = order.tickets;
    expect((await manager.post(`/devices/${id}/end`)).status).toBe(200);
    expect((await manager.post(`/devices/${id}/end`)).status).toBe(404);
    for (const path of ["/gate", "/gate/list"])
      expect((await browser.get(path)).body._data[0]._code).toBe("device_ended");
    const { body } = await sendScans(browser, [
      offlineScan(5, { ticket_id: first }),
      offlineScan(-1, { ticket_id: second }),
      { ...offlineScan(0, { ticket_id: second }), decided: undefined },
    ]);
    expect(body.is_ended).toBe(true);
    expect(body.answers).toMatchObject([{ shown: "welcome", counts: "entry" }]);
    expect(body.errors).toMatchObject([{ code: "device_ended" }, { code: "device_ended" }]);
    expect(await statesOf(server, order)).toEqual(["redeemed", "booked"]);
    const [entry] = (await auditOf(server.db, shop.seller_id)).filter(({ action }) => action === "device.ended");
    expect(entry).toMatchObject({ entity_kind: "device", actor: "staff" });
  });

  test("leaves its browser to staff who sign in there, but still sends what it scanned before", async () => {
    const { browser, id } = await pairedDevice(server, shop);
    const device = browser.cookie ?? "";
    const scanner = await signedIn(server, shop, ["scanner"]);
    scanner.cookie = `${scanner.cookie}; ${device}`;
    expect((await scanner.get("/gate")).body).toMatchObject({ is_device: true });
    expect((await manager.post(`/devices/${id}/end`)).status).toBe(200);
    const { body } = await sendScans(scanner, [offlineScan(5, { people: 1 })]);
    expect(body).toMatchObject({ is_ended: true, answers: [{ counts: "entry" }] });
    const reply = await scanner.get("/gate");
    expect(reply.body).toMatchObject({ is_device: false, name: scanner.person.name });
    // The cookie is deleted, so that the next scans are the person's, too.
    expect(String(reply.headers["set-cookie"])).toContain(`${device.split("=")[0]}=;`);
  });

  test("ends by itself at its time", async () => {
    const { browser, id } = await pairedDevice(server, shop);
    expect((await browser.get("/gate")).status).toBe(200);
    await server.db
      .updateTable("scan_device")
      .set({ ends_at: sql<string>`app_now()` })
      .where("id", "=", id)
      .execute();
    expect((await browser.get("/gate")).body._data[0]._code).toBe("device_ended");
  });
});

test("active devices are always listed, and devices that ended long ago are not", async () => {
  const own = await createGateShop(server);
  const who = await signedIn(server, own, ["manager"]);
  const { id } = await pairedDevice(server, own, { name: "All year" });
  await server.db
    .updateTable("scan_device")
    .set({ created_at: inHours(-24 * 30) })
    .where("seller_id", "=", own.seller_id)
    .where("id", "=", id)
    .execute();
  const over = (name: string, hours: number) => ({
    name,
    seller_id: own.seller_id,
    id: newId(),
    created_by: null,
    pairing_hash: null,
    pairing_expires_at: null,
    ends_at: inHours(-hours),
  });
  const many = Array.from({ length: 400 }, (_, nth) => over(`Day ${nth}`, 2));
  await server.db
    .insertInto("scan_device")
    .values([...many, over("Long ago", 24 * 8)])
    .execute();
  const { devices } = (await who.get("/devices")).body;
  expect(devices[0]).toMatchObject({ id, state: "paired" });
  expect(devices).toHaveLength(400);
  expect(devices.some(({ name }: { name: string }) => name === "Long ago")).toBe(false);
});

test("a scanner whose role is taken away is refused at the next call", async () => {
  const scanner = await signedIn(server, shop, ["scanner"]);
  expect((await scanner.get("/gate")).status).toBe(200);
  await server.db.deleteFrom("staff_grant").where("staff_id", "=", scanner.person.id).execute();
  expect((await scanner.get("/gate")).status).toBe(404);
});

test("refusals, old codes and devices that were never paired are deleted after their time, entries are not", async () => {
  const own = await createGateShop(server);
  const { browser } = await pairedDevice(server, own);
  const order = await buyForGate(server, own);
  expect(inShort(await scanWith(browser, { code: order.codes[0] ?? "" }))).toBe("welcome entry");
  expect(inShort(await scanWith(browser, { code: "nothing" }))).toBe("no unknown refused");
  const { seller_id } = own;
  await server.runAsOwner(
    `set app.seller = '*'; update scan set local_day = local_day - 91 where seller_id = '${seller_id}'`,
  );
  await server.db
    .insertInto("replaced_code")
    .values({
      seller_id,
      code_hash: Buffer.alloc(32),
      ticket_id: order.tickets[0] ?? "",
      replaced_at: inHours(-24 * 91),
    })
    .execute();
  await server.db
    .insertInto("scan_device")
    .values({
      seller_id,
      id: order.id,
      name: "Never",
      created_by: null,
      pairing_hash: null,
      pairing_expires_at: null,
      ends_at: inHours(1),
      created_at: inHours(-24 * 91),
    })
    .execute();
  const batch = { db: server.db, seller_id, days: 90, limit: 10 };
  expect(await deleteOldRefusals(batch)).toBe(1);
  expect(await deleteReplacedCodes(batch)).toBe(1);
  expect(await deleteUnpairedDevices(batch)).toBe(1);
  const left = await server.db.selectFrom("scan").select("counts").where("seller_id", "=", seller_id).execute();
  expect(left).toEqual([{ counts: "entry" }]);
  // The database refuses it too.
  await server.db.deleteFrom("scan").where("seller_id", "=", seller_id).execute();
  expect(await server.db.selectFrom("scan").select("counts").where("seller_id", "=", seller_id).execute()).toEqual(
    left,
  );
  await expect(
    server.db.updateTable("scan").set({ shown: "no" }).where("seller_id", "=", seller_id).execute(),
  ).rejects.toThrow(/permission denied/);
});
