import { createHash } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../test/app/testApp.ts";
import {
  buyForGate,
  countsOf,
  createGateShop,
  startsIn,
  statesOf,
  timezoneByDay,
} from "../../../test/office/gateShop.ts";
import {
  inShort,
  offlineScan,
  pairedDevice,
  scanWith,
  sendScans,
  type TestDevice,
} from "../../../test/office/testGate.ts";
import { signedIn } from "../../../test/office/testStaff.ts";
import {
  cancelTickets,
  createChangeShop,
  everyChange,
  refusalOf,
  withLink,
} from "../../../test/orders/changedOrders.ts";
import { sendOn, takeBack } from "../../../test/orders/sentTickets.ts";
import type { TestShop } from "../../../test/shop/createTestShop.ts";
import { newId } from "../../db/newId.ts";

let server: TestApp;
let shop: TestShop;
let gate: TestDevice;
let side: TestDevice;
setUpTestApp((opened) => void (server = opened));
beforeAll(async () => {
  shop = await createGateShop(server);
  gate = await pairedDevice(server, shop);
  side = await pairedDevice(server, shop, { name: "Side door" });
});

describe("one scan", () => {
  test("admits a ticket once, and says when and where it was admitted", async () => {
    const order = await buyForGate(server, shop);
    const [code = ""] = order.codes;
    const first = await scanWith(gate.browser, { code });
    expect(inShort(first)).toBe("welcome entry");
    expect(first.subject).toMatchObject({
      kind: "ticket",
      id: order.tickets[0],
      type: "Adult",
      session: { is_all_day: false },
    });
    expect(await statesOf(server, order)).toEqual(["redeemed"]);
    const second = await scanWith(side.browser, { code });
    expect(inShort(second)).toBe("no already_in refused");
    expect(second.already).toMatchObject({ by: "Main gate" });
  });

  test("accepts a code typed in lower case with spaces", async () => {
    const { codes } = await buyForGate(server, shop);
    const typed = codes[0]?.toLowerCase().replace(/(.{4})/g, "$1 ");
    expect(inShort(await scanWith(gate.browser, { code: typed ?? "" }))).toBe("welcome entry");
  });

  test.each([
    ["an unknown code", "0".repeat(32)],
    ["a guess of the last digit", "guess"],
  ])("%s is answered No", async (_, kind) => {
    const { codes } = await buyForGate(server, shop);
    const [code = ""] = codes;
    const wrong = kind === "guess" ? code.slice(0, -1) + (code.endsWith("0") ? "1" : "0") : kind;
    expect(inShort(await scanWith(gate.browser, { code: wrong }))).toBe("no unknown refused");
  });

  test("another seller's ticket is unknown", async () => {
    const other = await createGateShop(server);
    const { codes, tickets } = await buyForGate(server, other);
    expect(inShort(await scanWith(gate.browser, { code: codes[0] ?? "" }))).toBe("no unknown refused");
    expect(inShort(await scanWith(gate.browser, { ticket_id: tickets[0] ?? "" }))).toBe("no unknown refused");
  });

  test("the same scan sent again is recorded once and answered the same", async () => {
    const order = await buyForGate(server, shop);
    const scan = { id: newId(), code: order.codes[0] ?? "" };
    const answers = [await scanWith(gate.browser, scan), await scanWith(gate.browser, scan)];
    expect(answers[1]).toEqual(answers[0]);
    expect(await countsOf(server, order.tickets[0])).toEqual(["entry"]);
  });

  test("a device for another event says No", async () => {
    const other = await createGateShop(server);
    const limited = await pairedDevice(server, shop, { event_ids: [other.event.id] });
    const { codes } = await buyForGate(server, shop);
    expect(inShort(await scanWith(limited.browser, { code: codes[0] ?? "" }))).toBe("no other_gate refused");
    const ofVenue = await pairedDevice(server, shop, { venue_ids: [shop.venue_id] });
    expect(inShort(await scanWith(ofVenue.browser, { code: codes[0] ?? "" }))).toBe("welcome entry");
  });

  test("answers Look to a ticket of a later session, which can be admitted if the seller allows it", async () => {
    const both = { sessions: [startsIn(100), startsIn(15)] };
    const asking = await createGateShop(server, both);
    const device = await pairedDevice(server, asking);
    const order = await buyForGate(server, asking);
    const [code = ""] = order.codes;
    expect(inShort(await scanWith(device.browser, { code }))).toBe("look other_session refused");
    expect(inShort(await scanWith(device.browser, { code, admit: "other_session" }))).toBe("look other_session entry");
    expect(await statesOf(server, order)).toEqual(["redeemed"]);

    const strict = await createGateShop(server, both, {
      configuration: JSON.stringify({ gate: { other_session: false } }),
    });
    const closed = await pairedDevice(server, strict);
    const { codes } = await buyForGate(server, strict);
    const { body } = await sendScans(closed.browser, [
      {
        id: newId(),
        at: "2026-11-24T10:00:00Z",
        offset_ms: 0,
        direction: "in",
        code: codes[0],
        admit: "other_session",
      },
    ]);
    expect(body.errors).toMatchObject([{ code: "not_allowed" }]);
  });

  test("admitting against No needs the permission, and keeps the reason", async () => {
    const order = await buyForGate(server, shop);
    const [code = ""] = order.codes;
    await scanWith(gate.browser, { code });
    const scanner = await signedIn(server, shop, ["scanner"]);
    const { body } = await sendScans(scanner, [
      { id: newId(), at: "2026-11-24T10:00:00Z", offset_ms: 0, direction: "in", code, admit: "goodwill" },
    ]);
    expect(body.errors).toMatchObject([{ code: "not_allowed" }]);
    expect(await countsOf(server, order.tickets[0])).toEqual(["entry"]);
    const manager = await signedIn(server, shop, ["manager"]);
    expect(inShort(await scanWith(manager, { code, admit: "goodwill" }))).toBe("no already_in double");
    const row = await server.db
      .selectFrom("scan")
      .select(["admit_reason", "conflict"])
      .where("admit_reason", "=", "goodwill")
      .executeTakeFirst();
    expect(row).toEqual({ admit_reason: "goodwill", conflict: null });
  });
});

describe("an order's code", () => {
  test("lists its tickets, and admits the chosen ones", async () => {
    const order = await buyForGate(server, shop, 3);
    const listed = await scanWith(gate.browser, { code: order.orderCode });
    expect(inShort(listed)).toBe("look choose refused");
    expect(listed.choices.map(({ shown }) => shown)).toEqual(["welcome", "welcome", "welcome"]);
    for (const ticket_id of order.tickets.slice(0, 2))
      expect(inShort(await scanWith(gate.browser, { ticket_id }))).toBe("welcome entry");
    const again = await scanWith(gate.browser, { code: order.orderCode });
    expect(again.choices.map(({ shown, reason }) => reason ?? shown).toSorted()).toEqual([
      "already_in",
      "already_in",
      "welcome",
    ]);
    expect((await statesOf(server, order)).toSorted()).toEqual(["booked", "redeemed", "redeemed"]);
  });

  test("lists who can leave when people are checked out", async () => {
    const { orderCode, tickets } = await buyForGate(server, shop, 2);
    const [first = ""] = tickets;
    await scanWith(gate.browser, { ticket_id: first });
    const { choices } = await scanWith(gate.browser, { code: orderCode, direction: "out" });
    expect(choices.find(({ subject }) => subject.id === first)).toMatchObject({ shown: "welcome" });
    expect(choices.find(({ subject }) => subject.id !== first)).toMatchObject({ shown: "look", reason: "not_inside" });
  });

  test("of a single ticket stands for the ticket", async () => {
    const { orderCode } = await buyForGate(server, shop, 1);
    expect(inShort(await scanWith(gate.browser, { code: orderCode }))).toBe("welcome entry");
  });

  test.each([1, 2])(
    "is refused as replaced once a ticket has a new code, and the order has another: %i tickets",
    async (quantity) => {
      const order = await buyForGate(server, shop, quantity);
      const manager = await signedIn(server, shop, ["manager"]);
      const readOrder = () =>
        server.db
          .selectFrom("ticket_order")
          .select(["order_number", "scan_code"])
          .where("id", "=", order.id)
          .executeTakeFirstOrThrow();
      const { order_number } = await readOrder();
      const { version } = (await manager.get(`/orders/${order_number}/version`)).body;
      const sent = { version, tickets: order.tickets.slice(0, 1), reason: "The e-mail was passed on" };
      expect((await manager.post(`/orders/${order_number}/new_codes`, sent)).status).toBe(200);
      expect(inShort(await scanWith(gate.browser, { code: order.orderCode }))).toBe("no replaced refused");
      const { scan_code } = await readOrder();
      const answer = await scanWith(gate.browser, { code: scan_code });
      expect(inShort(answer)).toBe(quantity === 1 ? "welcome entry" : "look choose refused");
      expect(answer.choices ?? []).toHaveLength(quantity === 1 ? 0 : quantity);
    },
  );

  test("does not admit a ticket that its buyer sent on", async () => {
    const changes = await createChangeShop(
      server,
      everyChange,
      { sessions: [startsIn(25)] },
      { timezone: timezoneByDay() },
    );
    const door = await pairedDevice(server, changes);
    const order = await buyForGate(server, changes, 2);
    const [sent = "", kept = ""] = order.tickets;
    expect(refusalOf(await sendOn(withLink(server, changes), order, [sent]))).toBe("200");
    expect(await scanWith(door.browser, { code: order.orderCode })).toMatchObject({
      shown: "welcome",
      subject: { id: kept },
    });
    const given = await buyForGate(server, changes, 1);
    expect(refusalOf(await sendOn(withLink(server, changes), given, given.tickets))).toBe("200");
    expect(inShort(await scanWith(door.browser, { code: given.orderCode }))).toBe("no replaced refused");
    expect(await statesOf(server, given)).toEqual(["booked"]);
    expect(refusalOf(await takeBack(withLink(server, changes), given, given.tickets))).toBe("200");
    expect(inShort(await scanWith(door.browser, { code: given.orderCode }))).toBe("welcome entry");
  });
});

describe("undo", () => {
  test("within ten minutes by the same device restores the ticket", async () => {
    const order = await buyForGate(server, shop);
    const [code = ""] = order.codes;
    const { id } = await scanWith(gate.browser, { code });
    expect(inShort(await scanWith(side.browser, { direction: "undo", undoes: id }))).toBe("no undo_refused refused");
    expect(await statesOf(server, order)).toEqual(["redeemed"]);
    expect(inShort(await scanWith(gate.browser, { direction: "undo", undoes: id }))).toBe("welcome undo");
    expect(await statesOf(server, order)).toEqual(["booked"]);
    expect(await countsOf(server, order.tickets[0])).toEqual(["undone", "undo"]);
    expect(inShort(await scanWith(side.browser, { code }))).toBe("welcome entry");
  });

  test("later needs order.override", async () => {
    const order = await buyForGate(server, shop);
    const scan = offlineScan(11, { ticket_id: order.tickets[0] ?? "" });
    await sendScans(gate.browser, [scan]);
    const undo = { direction: "undo", undoes: scan.id } as const;
    expect(inShort(await scanWith(gate.browser, undo))).toBe("no undo_refused refused");
    const boxOffice = await signedIn(server, shop, ["box_office"]);
    expect(inShort(await scanWith(boxOffice, undo))).toBe("no undo_refused refused");
    const manager = await signedIn(server, shop, ["manager"]);
    const { order_number } = await server.db
      .selectFrom("ticket_order")
      .select("order_number")
      .where("seller_id", "=", shop.seller_id)
      .where("id", "=", order.id)
      .executeTakeFirstOrThrow();
    const history = async () =>
      (await manager.get(`/orders/${order_number}`)).body.history
        .filter(({ kind }: { kind: string }) => kind === "scan")
        .map(({ state, scan_id }: { state: string; scan_id: string | null }) => [state, scan_id]);
    expect(await history()).toEqual([["entry", scan.id]]);
    expect(inShort(await scanWith(manager, undo))).toBe("welcome undo");
    expect(await statesOf(server, order)).toEqual(["booked"]);
    expect(await history()).toEqual([
      ["undo", null],
      ["undone", null],
    ]);
  });
});

describe("scans that were decided without a network", () => {
  test("the earliest by the clock is the entry, whichever arrives first", async () => {
    const order = await buyForGate(server, shop);
    const ticket_id = order.tickets[0] ?? "";
    const early = offlineScan(5, { ticket_id });
    const late = offlineScan(2, { ticket_id });
    await sendScans(side.browser, [late]);
    expect(await countsOf(server, ticket_id)).toEqual(["entry"]);
    const { body } = await sendScans(gate.browser, [early]);
    expect(body.answers[0].counts).toBe("entry");
    expect(await countsOf(server, ticket_id)).toEqual(["entry", "double"]);
    const owner = await signedIn(server, shop, ["owner"]);
    const { conflicts } = (await owner.get("/devices")).body;
    expect(conflicts.find(({ id }: { id: string }) => id === late.id)).toMatchObject({
      kind: "double",
      by: "Side door",
      entry_by: "Main gate",
      shown: "welcome",
    });
    const session = (await gate.browser.get("/gate")).body.sessions[0];
    const redeemed = await server.db
      .selectFrom("ticket")
      .select("id")
      .where("event_session_id", "=", shop.session.id)
      .where("state", "=", "redeemed")
      .execute();
    expect(session.in).toBe(redeemed.length);
    expect((await owner.post(`/gate/conflicts/${late.id}/resolve`)).status).toBe(200);
    expect((await owner.post(`/gate/conflicts/${late.id}/resolve`)).status).toBe(404);
    expect((await owner.get("/devices")).body.conflicts.map(({ id }: { id: string }) => id)).not.toContain(late.id);
  });

  test("an admission by a device that the server's No reached too late is recorded, once", async () => {
    const order = await buyForGate(server, shop);
    const ticket_id = order.tickets[0] ?? "";
    await scanWith(gate.browser, { ticket_id });
    const asked = { id: newId(), ticket_id };
    expect(inShort(await scanWith(side.browser, asked))).toBe("no already_in refused");
    const decided = offlineScan(0, asked);
    for (const _ of [1, 2]) {
      const { body } = await sendScans(side.browser, [decided]);
      expect(body.answers).toMatchObject([{ id: asked.id, shown: "welcome", counts: "double" }]);
    }
    expect((await countsOf(server, ticket_id)).toSorted()).toEqual(["double", "entry", "refused"]);

    // The device knows it by the first scan.
    expect(inShort(await scanWith(side.browser, { direction: "undo", undoes: asked.id }))).toBe("welcome undo");
    expect((await countsOf(server, ticket_id)).toSorted()).toEqual(["entry", "refused", "undo", "undone"]);
  });

  test("the time of a device with a wrong clock is corrected by its offset", async () => {
    const order = await buyForGate(server, shop);
    const ticket_id = order.tickets[0] ?? "";
    const wrongClock = offlineScan(60, { ticket_id, offset_ms: 55 * 60_000 });
    const right = offlineScan(8, { ticket_id });
    await sendScans(gate.browser, [wrongClock]);
    await sendScans(side.browser, [right]);
    const rows = await server.db
      .selectFrom("scan")
      .select(["id", "counts"])
      .where("ticket_id", "=", ticket_id)
      .execute();
    expect(rows.find(({ id }) => id === right.id)?.counts).toBe("entry");
    expect(rows.find(({ id }) => id === wrongClock.id)?.counts).toBe("double");
  });

  test("a scan from the future counts as now", async () => {
    const order = await buyForGate(server, shop);
    const scan = offlineScan(-60, { ticket_id: order.tickets[0] ?? "" });
    await sendScans(gate.browser, [scan]);
    const { at } = await server.db.selectFrom("scan").select("at").where("id", "=", scan.id).executeTakeFirstOrThrow();
    expect(Math.abs(Date.parse(at) - Date.now())).toBeLessThan(60_000);
  });

  test("a scan from before the device was paired counts as of then, and is listed for a person", async () => {
    const order = await buyForGate(server, shop);
    const ticket_id = order.tickets[0] ?? "";
    const door = await pairedDevice(server, shop, { name: "New door" });
    const scan = offlineScan(60 * 24 * 20, { ticket_id, offset_ms: -7000 });
    const { body } = await sendScans(door.browser, [scan]);
    expect(body.answers).toMatchObject([{ shown: "welcome", counts: "entry" }]);
    const row = await server.db
      .selectFrom("scan")
      .select(["at", "device_at", "clock_offset_ms", "conflict"])
      .where("id", "=", scan.id)
      .executeTakeFirstOrThrow();
    expect([Date.parse(row.at), Date.parse(row.device_at), Number(row.clock_offset_ms), row.conflict]).toEqual([
      Date.parse(door.paired_at),
      Date.parse(scan.at),
      -7000,
      "refused",
    ]);
    expect(await statesOf(server, order)).toEqual(["redeemed"]);
    const owner = await signedIn(server, shop, ["owner"]);
    expect((await owner.get("/devices")).body.conflicts).toContainEqual(
      expect.objectContaining({ id: scan.id, kind: "refused", by: "New door" }),
    );
  });

  test("an undo counts wherever the clock jumped between it and its scan", async () => {
    for (const [scanned, undone] of [
      [3, 60],
      [-60, 3],
    ] as const) {
      const order = await buyForGate(server, shop);
      const scan = offlineScan(scanned, { ticket_id: order.tickets[0] ?? "" });
      const undo = offlineScan(undone, { direction: "undo", undoes: scan.id }, { let_in: false });
      const { body } = await sendScans(gate.browser, [scan, undo]);
      expect(body.answers.map(({ counts }: { counts: string }) => counts)).toEqual(["entry", "undo"]);
      expect(await statesOf(server, order)).toEqual(["booked"]);
    }
  });

  test("a cancellation stays one, and the entry is listed for a person", async () => {
    const changing = await createChangeShop(
      server,
      undefined,
      { sessions: [startsIn(25)] },
      { timezone: timezoneByDay() },
    );
    const order = await buyForGate(server, changing);
    const device = await pairedDevice(server, changing);
    const owner = await signedIn(server, changing, ["owner"]);
    expect(refusalOf(await cancelTickets(withLink(server, changing), order, order.tickets))).toBe("200");
    const scan = offlineScan(5, { ticket_id: order.tickets[0] ?? "" });
    const { body } = await sendScans(device.browser, [scan]);
    expect(body.answers[0]).toMatchObject({ shown: "welcome", counts: "entry" });
    expect(await statesOf(server, order)).toEqual(["cancelled"]);
    expect((await owner.get("/devices")).body.conflicts).toMatchObject([{ kind: "cancelled" }]);
  });

  test("an entry with a code that the ticket no longer has is listed for a person", async () => {
    const changing = await createChangeShop(
      server,
      everyChange,
      { sessions: [startsIn(25)] },
      { timezone: timezoneByDay() },
    );
    const order = await buyForGate(server, changing, 3);
    const [sent = "", kept = "", other = ""] = order.tickets;
    const device = await pairedDevice(server, changing);
    expect(refusalOf(await sendOn(withLink(server, changing), order, [sent]))).toBe("200");
    const hashOf = (code = "") => createHash("sha256").update(code).digest("hex");
    const byFormer = offlineScan(5, { ticket_id: sent, code: hashOf(order.codes[0]) });
    const byOrder = offlineScan(4, { ticket_id: sent, code: hashOf(order.orderCode) });
    const own = offlineScan(3, { ticket_id: kept, code: hashOf(order.codes[1]) });
    const ownByOrder = offlineScan(3, { ticket_id: other, code: hashOf(order.orderCode) });
    const { body } = await sendScans(device.browser, [byFormer, byOrder, own, ownByOrder]);
    expect(body.answers.map(({ counts }: { counts: string }) => counts)).toEqual(["entry", "double", "entry", "entry"]);
    const owner = await signedIn(server, changing, ["owner"]);
    const { conflicts } = (await owner.get("/devices")).body;
    expect(conflicts.map(({ id, kind }: { id: string; kind: string }) => [id, kind])).toEqual([
      [byOrder.id, "double"],
      [byFormer.id, "refused"],
    ]);
  });

  test("a later undo stays in effect", async () => {
    const order = await buyForGate(server, shop);
    const ticket_id = order.tickets[0] ?? "";
    const { id } = await scanWith(gate.browser, { ticket_id });
    await scanWith(gate.browser, { direction: "undo", undoes: id });
    await sendScans(side.browser, [
      offlineScan(3, { ticket_id }, { shown: "no", reason: "already_in", let_in: false }),
    ]);
    expect(await statesOf(server, order)).toEqual(["booked"]);
    expect(await countsOf(server, ticket_id)).toEqual(["refused", "undone", "undo"]);
  });

  test("a late entry from before an undo counts in addition, and is listed for review", async () => {
    const order = await buyForGate(server, shop);
    const ticket_id = order.tickets[0] ?? "";
    const { id } = await scanWith(gate.browser, { ticket_id });
    await scanWith(gate.browser, { direction: "undo", undoes: id });
    const late = offlineScan(3, { ticket_id });
    await sendScans(side.browser, [late]);
    expect(await countsOf(server, ticket_id)).toEqual(["entry", "undone", "undo"]);
    const manager = await signedIn(server, shop, ["manager"]);
    const conflicts = async () => (await manager.get("/devices")).body.conflicts as { id: string; kind: string }[];
    expect((await conflicts()).filter((one) => one.id === late.id)).toMatchObject([{ kind: "refused" }]);
    const other = await buyForGate(server, shop);
    const usual = offlineScan(3, { ticket_id: other.tickets[0] ?? "" });
    await sendScans(side.browser, [usual]);
    expect((await conflicts()).some((one) => one.id === usual.id)).toBe(false);
  });
});

describe("a batch", () => {
  test("reports malformed scans and records the others", async () => {
    const order = await buyForGate(server, shop);
    const good = offlineScan(1, { ticket_id: order.tickets[0] ?? "" });
    const { status, body } = await sendScans(gate.browser, [
      "nothing",
      { ...good, id: "no-id" },
      { ...good, id: newId(), direction: "sideways" },
      good,
    ]);
    expect(status).toBe(200);
    expect(body.errors).toMatchObject([
      { index: 0, id: null, code: "malformed" },
      { index: 1, id: null, fields: ["id"] },
      { index: 2, fields: ["direction"] },
    ]);
    expect(body.answers.map(({ id }: { id: string }) => id)).toEqual([good.id]);
    expect(await statesOf(server, order)).toEqual(["redeemed"]);
  });

  test("accepts 500 scans and refuses 501", async () => {
    const many = Array.from({ length: 501 }, () => ({ id: "x" }));
    expect((await sendScans(gate.browser, many)).status).toBe(413);
    const { status, body } = await sendScans(gate.browser, many.slice(1));
    expect([status, body.errors.length]).toEqual([200, 500]);
  });

  test("records how many wait on the device", async () => {
    const owner = await signedIn(server, shop, ["owner"]);
    await sendScans(gate.browser, [], { waiting: 14 });
    const { devices } = (await owner.get("/devices")).body;
    expect(devices.find(({ id }: { id: string }) => id === gate.id)).toMatchObject({ state: "paired", waiting: 14 });
  });
});

describe("people without codes", () => {
  test("are counted in and out", async () => {
    const before = (await gate.browser.get("/gate")).body.on_site;
    expect(inShort(await scanWith(gate.browser, { people: 12 }))).toBe("welcome entry");
    expect(inShort(await scanWith(gate.browser, { people: 5, direction: "out" }))).toBe("welcome exit");
    expect((await gate.browser.get("/gate")).body.on_site).toBe(before + 7);
  });

  test("are a number of their own: a ticket or a code is one person, whatever is sent", async () => {
    const { codes, tickets } = await buyForGate(server, shop, 2);
    const before = (await gate.browser.get("/gate")).body.on_site;
    await scanWith(gate.browser, { code: codes[0] ?? "", people: 500 });
    await scanWith(gate.browser, { ticket_id: tickets[1] ?? "", people: 500 });
    expect((await gate.browser.get("/gate")).body.on_site).toBe(before + 2);
  });

  test("are undone by the device that counted them, once", async () => {
    const onSite = async () => (await gate.browser.get("/gate")).body.on_site;
    const before = await onSite();
    const { id } = await scanWith(gate.browser, { people: 12 });
    const undo = { direction: "undo", undoes: id } as const;
    expect(inShort(await scanWith(side.browser, undo))).toBe("no undo_refused refused");
    expect(await onSite()).toBe(before + 12);
    const sent = { ...undo, id: newId() };
    expect(inShort(await scanWith(gate.browser, sent))).toBe("welcome undo");
    expect(inShort(await scanWith(gate.browser, sent))).toBe("welcome undo");
    expect(await onSite()).toBe(before);
    expect(inShort(await scanWith(gate.browser, undo))).toBe("no undo_refused refused");
    const out = await scanWith(gate.browser, { people: 2, direction: "out" });
    expect(inShort(await scanWith(gate.browser, { direction: "undo", undoes: out.id }))).toBe("welcome undo");
    expect(await onSite()).toBe(before);
  });

  test("of another seller cannot be undone", async () => {
    const other = await createGateShop(server);
    const theirs = await pairedDevice(server, other);
    const { id } = await scanWith(theirs.browser, { people: 3 });
    const manager = await signedIn(server, shop, ["manager"]);
    expect(inShort(await scanWith(manager, { direction: "undo", undoes: id }))).toBe("no undo_refused refused");
    expect((await theirs.browser.get("/gate")).body.on_site).toBe(3);
  });
});

test("a redeemed ticket cannot be cancelled by its buyer unless its check-in is undone", async () => {
  const changing = await createChangeShop(
    server,
    undefined,
    { sessions: [startsIn(25)] },
    { timezone: timezoneByDay() },
  );
  const device = await pairedDevice(server, changing);
  const order = await buyForGate(server, changing);
  const { id } = await scanWith(device.browser, { code: order.codes[0] ?? "" });
  const cancel = () => cancelTickets(withLink(server, changing), order, order.tickets);
  expect(refusalOf(await cancel())).toBe("409 ticket_state_incorrect");
  await scanWith(device.browser, { direction: "undo", undoes: id });
  expect(refusalOf(await cancel())).not.toBe("409 ticket_state_incorrect");
});
