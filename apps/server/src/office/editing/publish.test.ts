import { beforeEach, describe, expect, test } from "vitest";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../test/app/testApp.ts";
import {
  editChapter,
  editType,
  importText,
  openEditing,
  priceOf,
  publishPlan,
  quayCatalogue,
  readChapterOf,
  refusal,
  revisionsOf,
  writesToNobody,
  type Loose,
  type Manager,
} from "../../../test/office/catalogueShop.ts";
import { auditOf } from "../../../test/office/testStaff.ts";
import type { TestShop } from "../../../test/shop/createTestShop.ts";
import { cards, TestBuyer } from "../../../test/shop/testBuyer.ts";

let server: TestApp;
let shop: TestShop;
let manager: Manager;
setUpTestApp((opened) => void (server = opened));
beforeEach(async () => {
  ({ shop, manager } = await openEditing(server));
});

const withCapacity = (capacity: number) => (event: Loose) => ({
  ...event,
  schedules: (event["schedules"] as Loose[]).map((schedule) => ({ ...schedule, capacity })),
});
const withoutType = (key: string) => (event: Loose) => ({
  ...event,
  groups: (event["groups"] as { types: { key: string }[] }[]).map((group) => ({
    ...group,
    types: group.types.filter((type) => type.key !== key),
  })),
});
const withLimit = (limit: number) => (group: Loose) => ({
  ...group,
  max_uses: limit,
  codes: (group["codes"] as Loose[]).map((code) => ({ ...code, max_uses: limit })),
});
const typeRow = (name: string) =>
  server.db
    .selectFrom("ticket_type")
    .select(["id", "retired"])
    .where("seller_id", "=", shop.seller_id)
    .where("name", "=", name)
    .executeTakeFirst();

describe("publishing", () => {
  test("announces its effects in words and numbers, and does just that", async () => {
    const buyer = new TestBuyer(server, shop);
    await buyer.buy(2);
    const waiting = new TestBuyer(server, shop);
    await waiting.hold(1);
    await editType(manager, "general/adult", { price: "24" });
    await editChapter(manager, "event/talk", (talk) => ({ ...talk, name: "Night Talk" }));
    const { body: plan } = await manager.get("/catalogue/plan");
    expect(plan).toMatchObject({
      revision: 1,
      sold_tickets: 2,
      carts: 1,
      carts_with_old_price: 1,
      carts_with_old_tax: 0,
      price_changes: [{ type: "General admission: Adult", what: "price", before: "20.00", after: "24.00" }],
      errors: [],
      conflicts: [],
    });
    expect(plan.lines).toEqual([
      { change: "changed", noun: "event", count: 1, names: ["Night Talk"] },
      { change: "changed", noun: "ticket type", count: 1, names: ["General admission: Adult"] },
    ]);
    const { status, body } = await publishPlan(manager, { note: "Summer prices" });
    expect([status, body.revision, body.lines]).toEqual([200, 2, plan.lines]);
    expect(await priceOf(server, shop)).toBe(2400);
    expect((await manager.get("/catalogue/plan")).body.drafts).toEqual([]);
    const [, second] = await revisionsOf(server.db, shop.seller_id);
    expect(second).toMatchObject({
      number: 2,
      source: "office",
      staff_id: manager.person.id,
      note: "Summer prices",
      chapters: ["event/visit", "event/talk"],
    });
    const log = await auditOf(server.db, shop.seller_id);
    expect(log.find(({ action }) => action === "catalogue.published")).toMatchObject({
      entity_id: "2",
      staff_id: manager.person.id,
      after: { revision: 2, "ticket type changed": 1 },
    });
  });

  test("counts carts that keep the old tax, and says which tax and fee change", async () => {
    const waiting = new TestBuyer(server, shop);
    const cart = await waiting.hold(1);
    await editType(manager, "general/adult", { tax: { name: "VAT", rate: "20" } });
    expect((await manager.get("/catalogue/plan")).body).toMatchObject({
      carts: 1,
      carts_with_old_price: 1,
      carts_with_old_tax: 1,
      price_changes: [{ type: "General admission: Adult", what: "tax", before: null, after: "VAT 20 %" }],
    });
    await publishPlan(manager);
    const taxOf = async (cart_id: string) =>
      (
        await server.db
          .selectFrom("ticket")
          .select("tax")
          .where("seller_id", "=", shop.seller_id)
          .where("cart_id", "=", cart_id)
          .executeTakeFirstOrThrow()
      ).tax;
    expect(await taxOf(cart.id)).toBeNull();
    const next = await new TestBuyer(server, shop).hold(1);
    expect(await taxOf(next.id)).toEqual({ name: "VAT", percent: 20 });
    // Both carts are still held, so the next change of the rate affects both.
    await editType(manager, "general/adult", {
      tax: { name: "VAT", rate: "5.5" },
      fees: { fixed: "2", percent: "2.5" },
    });
    expect((await manager.get("/catalogue/plan")).body).toMatchObject({
      carts_with_old_price: 2,
      carts_with_old_tax: 2,
      price_changes: [
        { what: "fee", before: "1.50", after: "2.00 + 2.5 %" },
        { what: "tax", before: "VAT 20 %", after: "VAT 5.5 %" },
      ],
    });
    await editType(manager, "general/adult", { tax: { name: "VAT", rate: 20 } });
    expect((await manager.get("/catalogue/plan")).body).toMatchObject({
      carts_with_old_price: 2,
      carts_with_old_tax: 0,
    });
  });

  test("counts carts that keep an old limit per order, of a group or of the event across its groups", async () => {
    const waiting = new TestBuyer(server, shop);
    const cart = await waiting.hold(3);
    const kept = async () => {
      const { body } = await manager.get("/catalogue/plan");
      expect(body.carts_with_old_price).toBe(0);
      return body.carts_with_old_limit;
    };
    await editChapter(manager, "event/visit", (event) => ({ ...event, subtitle: "By the water" }));
    expect(await kept()).toBe(0);
    await editChapter(manager, "event/visit", (event) => ({ ...event, meta: { max_tickets_per_order: 2 } }));
    expect(await kept()).toBe(1);
    await publishPlan(manager);
    await waiting.pay(cart, cards.good);
    expect((await waiting.checkOut(cart)).status).toBe(200);
    const next = new TestBuyer(server, shop);
    expect(refusal(await next.requestTickets(3))).toMatchObject({
      status: 422,
      _code: "max_tickets_per_order_exceeded",
    });
    await next.hold(1);
    await editChapter(manager, "event/visit", (event) => ({
      ...event,
      groups: (event["groups"] as Loose[]).map((group) => ({ ...group, max_tickets_per_order: 5 })),
    }));
    expect(await kept()).toBe(1);
  });

  test("keeps the price of carts and orders; the next buyer pays the new one", async () => {
    const waiting = new TestBuyer(server, shop);
    const cart = await waiting.hold(1);
    await editType(manager, "general/adult", { price: "30", fees: { fixed: "2" } });
    await publishPlan(manager);
    const { body } = await waiting.get(`/my/cart/${cart.id}`);
    expect(body.cart._data[0].outstanding_balance).toBe("21.50");
    await waiting.pay(cart, "4242 4242 4242 4242");
    expect((await waiting.checkOut(cart)).status).toBe(200);
    expect((await new TestBuyer(server, shop).hold(1)).outstanding_balance).toBe("32.00");
  });

  test("is all or nothing: one wrong chapter keeps the other back", async () => {
    await editType(manager, "general/adult", { price: "24" });
    await editChapter(manager, "event/talk", (talk) => ({ ...talk, venue: "nowhere" }));
    const refused = refusal(await publishPlan(manager));
    expect(refused).toMatchObject({
      status: 422,
      _code: "validation_failed",
      _description: "event/talk:venue: there is no venue 'nowhere'.",
      _extra: { errors: [{ chapter: "event/talk", path: "venue", message: "there is no venue 'nowhere'" }] },
    });
    expect(await priceOf(server, shop)).toBe(2000);
    expect(await revisionsOf(server.db, shop.seller_id)).toHaveLength(1);
  });

  test("of a chosen draft leaves the others as drafts", async () => {
    await editType(manager, "general/adult", { price: "24" });
    await editChapter(manager, "event/talk", (talk) => ({ ...talk, name: "Night Talk" }));
    await publishPlan(manager, { drafts: [{ chapter: "event/talk", version: 1 }] });
    expect(await priceOf(server, shop)).toBe(2000);
    const { drafts } = (await manager.get("/catalogue/plan")).body;
    expect(drafts.map(({ chapter }: { chapter: string }) => chapter)).toEqual(["event/visit"]);
  });

  test("is planned without the drafts that are left out, whose errors do not matter then", async () => {
    await editType(manager, "general/adult", { price: "24" });
    await editChapter(manager, "event/talk", (talk) => ({ ...talk, venue: "nowhere" }));
    expect((await manager.get("/catalogue/plan")).body.errors).toHaveLength(1);
    const { body: plan } = await manager.get("/catalogue/plan?without=event/talk,event/none");
    expect(plan).toMatchObject({ errors: [], lines: [{ noun: "ticket type", count: 1 }] });
    expect(plan.drafts.map(({ chapter }: { chapter: string }) => chapter)).toEqual(["event/talk", "event/visit"]);
    expect((await publishPlan(manager, { drafts: [{ chapter: "event/visit", version: 1 }] })).status).toBe(200);
    expect(await priceOf(server, shop)).toBe(2400);
    expect((await manager.get("/catalogue/plan?without=event/Talk!")).status).toBe(400);
  });

  test("is refused where a draft or the newest revision is another one than the plan was about", async () => {
    await editType(manager, "general/adult", { price: "24" });
    const old = [{ chapter: "event/visit", version: 1 }];
    await editType(manager, "general/adult", { price: "25" });
    expect(refusal(await publishPlan(manager, { drafts: old }))).toMatchObject({
      status: 409,
      _code: "stale_version",
      _extra: { version: 2, changed_by: manager.person.name },
    });
    expect(refusal(await publishPlan(manager, { revision: 0 }))).toMatchObject({
      status: 409,
      _code: "stale_version",
      _extra: { revision: 1 },
    });
    expect(await priceOf(server, shop)).toBe(2000);
  });

  test("refuses a capacity below what is sold or held, with the number", async () => {
    await new TestBuyer(server, shop).buy(3);
    await new TestBuyer(server, shop).hold(2);
    await editChapter(manager, "event/visit", withCapacity(4));
    const { body: plan } = await manager.get("/catalogue/plan");
    expect(plan.broken_promises).toHaveLength(1);
    expect(plan.broken_promises[0].message).toMatch(/would have room for 4, but 5 places are sold or held$/);
    const refused = refusal(await publishPlan(manager));
    expect(refused).toMatchObject({ status: 409, _code: "would_break_promise" });
    expect(refused._description).toMatch(/5 places are sold or held/);
    await editChapter(manager, "event/visit", withCapacity(5));
    expect((await publishPlan(manager, writesToNobody(1))).status).toBe(200);
    expect(await new TestBuyer(server, shop).requestTickets(1)).toMatchObject({ status: 409 });
    await editChapter(manager, "event/visit", withCapacity(6));
    expect((await publishPlan(manager, writesToNobody(1))).status).toBe(200);
    expect((await new TestBuyer(server, shop).requestTickets(1)).status).toBe(200);
  });

  test("refuses a limit of codes below what is used, of a group and of a code, and takes any other", async () => {
    for (const buyer of [new TestBuyer(server, shop), new TestBuyer(server, shop)]) {
      const cart = await buyer.hold(1);
      expect((await buyer.post(`/my/cart/${cart.id}/apply_code`, { code: "PRESS" })).status).toBe(200);
    }
    await editChapter(manager, "code_group/press", withLimit(1));
    const { body: plan } = await manager.get("/catalogue/plan");
    expect(plan.broken_promises).toMatchObject([
      { path: "max_uses", message: "the limit would be 1, but it has been used 2 times" },
      { path: "codes[0].max_uses", message: "the limit would be 1, but it has been used 2 times" },
    ]);
    expect(refusal(await publishPlan(manager))).toMatchObject({ status: 409, _code: "would_break_promise" });
    const limits = async () => {
      const of = (table: "code" | "code_group") =>
        server.db.selectFrom(table).select("max_uses").where("seller_id", "=", shop.seller_id).execute();
      return [...(await of("code_group")), ...(await of("code"))].map(({ max_uses }) => max_uses);
    };
    expect(await limits()).toEqual([-1, -1]);
    for (const limit of [2, 9, 2]) {
      await editChapter(manager, "code_group/press", withLimit(limit));
      expect((await publishPlan(manager)).status).toBe(200);
      expect(await limits()).toEqual([limit, limit]);
    }
  });

  test("retires what was sold and deletes what never was; restored, it has the same id", async () => {
    await new TestBuyer(server, shop).buy(1);
    const adult = await typeRow("Adult");
    await editChapter(manager, "event/visit", withoutType("adult"));
    await publishPlan(manager);
    expect(await typeRow("Adult")).toEqual({ id: adult?.id, retired: true });
    await editChapter(manager, "event/talk", () => null);
    await publishPlan(manager);
    const talk = await server.db
      .selectFrom("event_template")
      .select("id")
      .where("seller_id", "=", shop.seller_id)
      .where("key", "=", "talk")
      .execute();
    expect(talk).toEqual([]);
    const back = await manager.post("/catalogue/restore", { chapter: "event/visit", number: 1, revision: 3 });
    expect(back.status).toBe(200);
    expect(await typeRow("Adult")).toEqual({ id: adult?.id, retired: false });
  });
});

describe("a chapter that was published by somebody else since its draft began", () => {
  const published = (edit: (text: string) => string) => importText(server.connections, edit(quayCatalogue(shop.slug)));

  test("is merged if both changed different fields", async () => {
    await editType(manager, "general/adult", { price: "24" });
    await published((text) => text.replace("name: General Admission", "name: Admission"));
    const { body: plan } = await manager.get("/catalogue/plan");
    expect(plan).toMatchObject({ revision: 2, conflicts: [], drafts: [{ is_behind: true }] });
    expect((await publishPlan(manager)).status).toBe(200);
    const { published: event } = await readChapterOf(manager, "event/visit");
    expect([event.name, event.groups[0].types[0].price]).toEqual(["Admission", "24"]);
  });

  test("is refused without a choice where both changed the same field, and published with one", async () => {
    await editType(manager, "general/adult", { price: "24" });
    await published((text) => text.replace("price: 20", "price: 22"));
    const conflict = {
      chapter: "event/visit",
      path: "groups.general.types.adult.price",
      before: "20",
      theirs: "22",
      mine: "24",
    };
    expect((await readChapterOf(manager, "event/visit")).conflicts).toEqual([conflict]);
    const refused = refusal(await publishPlan(manager));
    expect(refused).toMatchObject({ status: 409, _code: "publish_conflict", _extra: { conflicts: [conflict] } });
    expect(await priceOf(server, shop)).toBe(2200);
    const join = (choices: object[]) =>
      manager.post("/catalogue/draft/join", { chapter: "event/visit", version: 1, choices });
    expect(refusal(await join([]))).toMatchObject({ status: 409, _code: "publish_conflict" });
    const { body } = await join([{ path: conflict.path, take: "mine" }]);
    expect(body.draft).toMatchObject({ version: 2, base_number: 2, is_behind: false });
    expect((await publishPlan(manager)).status).toBe(200);
    expect(await priceOf(server, shop)).toBe(2400);
  });
});

describe("a file", () => {
  test("that knows an older revision is refused with the chapters changed since, unless it is to win", async () => {
    const file = (revision: number, text: string) => `revision: ${revision}\n${text}`;
    const text = quayCatalogue(shop.slug);
    await editType(manager, "general/adult", { price: "24" });
    await publishPlan(manager);
    const old = file(1, text.replace("Press, codes: [press], percent: 50", "Press, codes: [press], percent: 40"));
    await expect(importText(server.connections, old)).rejects.toThrow(
      "the newest is 2; changed since 1: event/visit. Export it and make your changes there, or let this file win with --replace",
    );
    await expect(importText(server.connections, file(7, text))).rejects.toThrow("there is no revision 7 yet");
    expect(await priceOf(server, shop)).toBe(2400);
    const [report] = await importText(server.connections, old, { replace: true });
    expect(report?.revision).toBe(3);
    expect(await priceOf(server, shop)).toBe(2000);
  });

  test("that was just downloaded has no changes, even for a seller made only in the back office", async () => {
    await editType(manager, "general/adult", { price: "24" });
    await publishPlan(manager);
    const { body: yaml, headers } = await manager.get("/catalogue.yaml");
    expect(headers["content-disposition"]).toContain(`catalogue-${shop.slug}-2.yaml`);
    const [report] = await importText(server.connections, String(yaml));
    expect(report).toMatchObject({ isUnchanged: true, revision: 2 });
    expect(await revisionsOf(server.db, shop.seller_id)).toHaveLength(2);
  });
});

describe("revisions", () => {
  test("show who, when and from where, and two can be compared field by field", async () => {
    await editType(manager, "general/adult", { price: "24" });
    await publishPlan(manager, { note: "Summer" });
    const { body } = await manager.get("/catalogue/revisions");
    expect(body).toMatchObject({
      next: null,
      revisions: [
        { number: 2, source: "office", staff: manager.person.name, note: "Summer", chapters: ["event/visit"] },
        { number: 1, source: "command_line", staff: null, note: "", chapters: [] },
      ],
    });
    const { body: compared } = await manager.get("/catalogue/compare?from=1&to=2");
    expect(compared).toEqual({
      changes: [{ chapter: "event/visit", path: "groups.general.types.adult.price", before: "20", after: "24" }],
      is_cut: false,
      moved: { sessions: 0, orders: 0 },
    });
    expect((await manager.get("/catalogue/compare?from=1&to=9")).status).toBe(404);
  });

  test("are restored as a new revision, after the same checks", async () => {
    await editChapter(manager, "event/visit", withCapacity(30));
    await publishPlan(manager);
    await new TestBuyer(server, shop).hold(10);
    await new TestBuyer(server, shop).hold(10);
    await new TestBuyer(server, shop).hold(1);
    const back = { chapter: "event/visit", number: 1, revision: 2 };
    expect(refusal(await manager.post("/catalogue/restore", back))).toMatchObject({
      status: 409,
      _code: "would_break_promise",
    });
    await editType(manager, "general/adult", { price: "24" });
    await publishPlan(manager);
    expect(refusal(await manager.post("/catalogue/restore", back))).toMatchObject({ _code: "stale_version" });
    const { body } = await manager.post("/catalogue/restore", { ...back, number: 2, revision: 3 });
    expect(body.revision).toBe(4);
    const rows = await revisionsOf(server.db, shop.seller_id);
    expect(rows.at(-1)).toMatchObject({ number: 4, note: "Back to revision 2", chapters: ["event/visit"] });
    expect(await priceOf(server, shop)).toBe(2000);
  });

  test("cannot be changed by the server's database role", async () => {
    const client = await server.connections.pool.connect();
    try {
      await client.query("begin; set local app.seller = '*'");
      await expect(client.query("update catalogue_revision set note = 'x'")).rejects.toThrow("permission denied");
    } finally {
      await client.query("rollback");
      client.release();
    }
  });
});

test("a season that follows its venue has no session on the venue's closed days", async () => {
  const follow = (event: Loose) => ({
    ...event,
    schedules: (event["schedules"] as Loose[]).map((schedule) => ({ ...schedule, closed_with_venue: true })),
  });
  await editChapter(manager, "event/visit", follow);
  await editChapter(manager, "venue/quay", (venue) => ({ ...venue, closed: ["today+2d"] }));
  const { venue } = await readChapterOf(manager, "event/visit");
  expect(venue).toEqual({ key: "quay", name: "Quay House", closed: ["today+2d"] });
  const sessionsOf = async (event: string) =>
    server.db
      .selectFrom("event_session")
      .innerJoin("event_template", (join) =>
        join
          .onRef("event_template.seller_id", "=", "event_session.seller_id")
          .onRef("event_template.id", "=", "event_session.event_template_id"),
      )
      .select(["local_day", "local_start"])
      .where("event_template.name", "=", event)
      .where("event_session.seller_id", "=", shop.seller_id)
      .orderBy("start_datetime")
      .execute();
  const before = await sessionsOf("General Admission");
  expect((await publishPlan(manager)).status).toBe(200);
  const closedDay = before[2]?.local_day;
  expect(await sessionsOf("General Admission")).toEqual(before.filter(({ local_day }) => local_day !== closedDay));
  expect(await sessionsOf("Evening Talk")).toHaveLength(1);
});

test("links an event that is published to its page in the storefront", async () => {
  const { id } = await server.db
    .selectFrom("event_template")
    .select("id")
    .where("seller_id", "=", shop.seller_id)
    .where("key", "=", "visit")
    .executeTakeFirstOrThrow();
  const storefrontOf = async (chapter: string) => (await readChapterOf(manager, chapter)).storefront;
  expect(await storefrontOf("event/visit")).toBe(`http://localhost/${shop.slug}/events/${id}`);
  expect(await storefrontOf("seller")).toBeNull();
  const begun = await manager.post("/catalogue/event", { name: "Not yet", from: { pattern: "class" } });
  expect(await storefrontOf(`event/${begun.body.key}`)).toBeNull();
});

test("lists what an event needs before it can be bought", async () => {
  const steps = async () =>
    Object.fromEntries(
      (await readChapterOf(manager, "event/visit")).checklist.map(
        ({ name, is_done }: { name: string; is_done: boolean }) => [name, is_done],
      ),
    );
  expect(await steps()).toEqual({
    "A ticket type is on sale": true,
    "A session is ahead": true,
    "It has a picture": false,
    "Payments are set up": true,
  });
  await editChapter(manager, "event/visit", (event) => ({
    ...event,
    schedules: [],
    groups: (event["groups"] as Loose[]).map((group) => ({ ...group, available: false })),
  }));
  expect(await steps()).toMatchObject({ "A ticket type is on sale": false, "A session is ahead": false });
});

test("needs payments only for an event that costs something, in a session or at any time", async () => {
  const costing = async (price: string, amounts?: object) => {
    await editChapter(manager, "event/visit", (event) => ({
      ...event,
      ...(amounts && { prices: [{ when: { time: { from: "00:00" } }, amounts }] }),
      groups: (event["groups"] as Loose[]).map((group) => ({
        ...group,
        types: (group["types"] as Loose[]).map((type) => ({ ...type, price, fees: { fixed: "0" } })),
      })),
    }));
    const { checklist } = await readChapterOf(manager, "event/visit");
    return checklist.some(({ name }: { name: string }) => name === "Payments are set up");
  };
  expect(await costing("0")).toBe(false);
  expect(await costing("0", { "general/adult": "26" })).toBe(true);
  expect(await costing("5")).toBe(true);
});

test("says nothing about what an event needs while it cannot be read, and offers it for no discount", async () => {
  await editChapter(manager, "event/visit", (event) => ({ ...event, name: "" }));
  const { checklist, errors } = await readChapterOf(manager, "event/visit");
  expect([checklist, errors.map(({ path }: { path: string }) => path)]).toEqual([[], ["name"]]);
  const choices = await manager.get(`/catalogue/discounts/choices?day=${shop.session.local_day}`);
  expect(choices.body.events.map(({ name }: { name: string }) => name)).not.toContain("-");
  // An error of its content leaves it readable.
  await editChapter(manager, "event/visit", (event) => ({ ...event, name: "Visit", venue: "nowhere" }));
  expect((await readChapterOf(manager, "event/visit")).checklist).toHaveLength(4);
});
