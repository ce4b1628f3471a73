import type { SessionFact } from "@foyer/contract/office/catalogue/sessionBuyers.ts";
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { waitingInTurn } from "../../../../../../scripts/sampling.ts";
import { formatReport } from "../../../catalogue/apply/importReport.ts";
import { catalogueYaml } from "../../../catalogue/revisions/catalogueYaml.ts";
import { chapterOf, replaceChapter } from "../../../catalogue/revisions/chapters.ts";
import { newestRevision } from "../../../catalogue/revisions/revisions.sql.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";
import type { TestApp, TestResponse } from "../../../../test/app/testApp.ts";
import { runBulk } from "../../../../test/office/bulkJobs.ts";
import {
  editChapter,
  editType,
  importText,
  openEditing,
  publishPlan,
  quayCatalogue,
  refusal,
  revisionsOf,
  type Loose,
  type Manager,
} from "../../../../test/office/catalogueShop.ts";
import { auditOf, forgetProof, signedIn } from "../../../../test/office/testStaff.ts";
import { orderOf, shopRows } from "../../../../test/orders/changedOrders.ts";
import type { TestShop } from "../../../../test/shop/createTestShop.ts";
import { TestBuyer } from "../../../../test/shop/testBuyer.ts";

let server: TestApp;
let shop: TestShop;
let manager: Manager;
setUpTestApp((opened) => void (server = opened));

const withPier = (slug: string): string =>
  quayCatalogue(slug)
    .replace("venues:", "venues:\n  pier: { name: Pier House, timezone: America/New_York }")
    .replaceAll("    groups:", "    venue: quay\n    groups:");
const openShop = async (): Promise<void> => {
  ({ shop, manager } = await openEditing(server, withPier));
};

type Edit = (chapter: Loose) => Loose;
const schedules =
  (more: Loose): Edit =>
  (event) => ({
    ...event,
    schedules: (event["schedules"] as Loose[]).map((schedule) => ({ ...schedule, ...more })),
  });
const changed = (fields: Loose): Edit =>
  schedules({ changed: [{ time: { from: "10:00", until: "10:01" }, ...fields }] });

/** The session's facts that an edit changes, and those that change when the edit is undone. */
type Case = [name: string, chapter: string, edit: Edit, what: SessionFact[], back?: SessionFact[]];
const cases: Case[] = [
  ["its start", "event/visit", changed({ move_minutes: 45 }), ["time"]],
  ["its end", "event/visit", changed({ minutes: 90 }), ["time"]],
  ["that it takes place", "event/visit", changed({ cancelled: true }), ["cancelled"], ["takes_place"]],
  [
    "its place in the schedule",
    "event/visit",
    schedules({ weekly: [{ on: "daily", at: ["14:00"], minutes: 60 }] }),
    ["taken_out"],
    ["back"],
  ],
  ["its places", "event/visit", changed({ capacity: 30 }), ["places"]],
  ["the name of its event", "event/visit", (event) => ({ ...event, name: "Admission" }), ["name"]],
  ["the venue of its event", "event/visit", (event) => ({ ...event, venue: "pier" }), ["venue"]],
  ["the name of its venue", "venue/quay", (venue) => ({ ...venue, name: "Quay Hall" }), ["venue"]],
  ["the address of its venue", "venue/quay", (venue) => ({ ...venue, address: "2 Quay Road" }), ["venue"]],
];

const newest = async () => {
  const revision = await newestRevision(server.db, shop.seller_id);
  if (!revision) throw new Error("There is no revision.");
  return revision;
};
const fileWith = async (chapter: string, edit: Edit): Promise<string> => {
  const base = await newest();
  const document = replaceChapter(base.document, chapter, edit(chapterOf(base.document, chapter) as Loose));
  return Buffer.from(catalogueYaml({ number: base.number, document })).toString("base64");
};
const uploads = (file: string, revision: number, more: object = {}): Promise<TestResponse> =>
  manager.post("/catalogue/file", { file, revision, replace: false, note: "", ...more });
const restores = (chapter: string, revision: number, more: object = {}): Promise<TestResponse> =>
  manager.post("/catalogue/restore", { chapter, number: 1, revision, ...more });

/** Expects that a call is refused without an answer and with wrong numbers, and done with both. Returns the reply. */
const answered = async (
  call: (more?: object) => Promise<TestResponse>,
  wrong: readonly unknown[] = [undefined, { orders: 0 }, { orders: 2 }],
): Promise<TestResponse> => {
  const { number } = await newest();
  expect(refusal(await call())).toMatchObject({
    status: 409,
    _code: "has_buyers",
    _extra: { orders: 1, people: 2, sessions: 1 },
  });
  for (const expected of wrong)
    expect(refusal(await call({ write_to_buyers: null, expected }))).toMatchObject({
      status: 409,
      _code: "stale_version",
      _extra: { orders: 1 },
    });
  expect((await newest()).number).toBe(number);
  const done = await call({ write_to_buyers: null, expected: { orders: 1 } });
  expect([done.status, done.body.revision, done.body.bulk_job_id]).toEqual([200, number + 1, null]);
  return done;
};

const numbers = (what: readonly SessionFact[]) => ({
  sessions: 1,
  orders: 1,
  people: 2,
  announced: what.includes("cancelled") || what.includes("takes_place") ? 1 : 0,
  list: [{ id: shop.session.id, local_day: shop.session.local_day, what, orders: 1, people: 2 }],
});
const emails = async () => (await shopRows(server, "outbox", shop)).filter(({ kind }) => kind === "bulk_message");

const waits = waitingInTurn(import.meta.filename);

describe("a session with buyers keeps, until somebody says whether to write to them,", () => {
  test.for(cases)("%s", async ([name, chapter, edit, what, back = what], { skip }) => {
    const place = cases.findIndex(([other]) => other === name);
    skip(waits(place), "Its turn is on another day; ALL=1 runs it.");
    await openShop();
    await new TestBuyer(server, shop).buy(2);
    await editChapter(manager, chapter, edit);
    expect((await manager.get("/catalogue/plan")).body.buyers).toMatchObject(numbers(what));
    const published = await answered((more) => publishPlan(manager, more));
    expect(published.body.buyers).toMatchObject(numbers(what));

    const plan = await manager.get(`/catalogue/restore/plan?chapter=${encodeURIComponent(chapter)}&number=1`);
    expect([plan.status, plan.body.revision]).toEqual([200, 2]);
    expect(plan.body.buyers).toMatchObject(numbers(back));
    await answered((more) => restores(chapter, 2, more));

    const file = await fileWith(chapter, edit);
    expect((await manager.post("/catalogue/file/plan", { file })).body.buyers).toMatchObject(numbers(what));
    await answered((more) => uploads(file, 3, more));

    expect(await emails()).toEqual([]);
    const log = await auditOf(server.db, shop.seller_id);
    const counted = log.filter(({ after }) => (after as Loose | null)?.["orders_of_changed_sessions"] === 1);
    expect(counted.map(({ action }) => action).toSorted()).toEqual([
      "catalogue.imported",
      "catalogue.published",
      "catalogue.restored",
    ]);
  });
});

describe("buyers of sessions that a publishing changes", () => {
  beforeEach(openShop);
  const message = { subject: "The visit begins later", message: "The boat is late." };
  const later = changed({ move_minutes: 45 });
  const writes = { expected: { orders: 1 }, write_to_buyers: message };

  test.each<[string, () => Promise<TestResponse>]>([
    [
      "published",
      async () => {
        await editChapter(manager, "event/visit", later);
        return publishPlan(manager, { ...writes, note: "The boat" });
      },
    ],
    ["uploaded", async () => uploads(await fileWith("event/visit", later), 1, { ...writes, note: "The boat" })],
    [
      "brought back",
      async () => {
        await editChapter(manager, "event/visit", changed({ move_minutes: -30 }));
        await publishPlan(manager, { write_to_buyers: null, expected: { orders: 1 } });
        return restores("event/visit", 2, writes);
      },
    ],
  ])("are written to once, with the old and the new time, where it is %s with a message", async (_way, change) => {
    const order = orderOf(await new TestBuyer(server, shop).buy(2));
    await new TestBuyer(server, { ...shop, session: shop.event.sessions[1] ?? shop.session }).buy(1);
    const { status, body } = await change();
    expect([status, body.bulk_job_id]).toEqual([200, expect.any(String)]);
    await runBulk(server);
    const [email, ...others] = await emails();
    expect(others).toEqual([]);
    expect(email).toMatchObject({ ref_id: order.id });
    const { subject, text } = (email?.["message"] ?? {}) as { subject: string; text: string };
    expect(subject).toBe(message.subject);
    expect(text).toMatch(/Was:? .*(?:10:00|9:30) AM/);
    expect(text).toMatch(/Now:? .*(?:10:45|10:00) AM/);
    const started = (await auditOf(server.db, shop.seller_id)).find(({ action }) => action === "bulk.started");
    expect(started).toMatchObject({ entity_id: body.bulk_job_id, after: { action: "write", orders: 1, sessions: 1 } });
  });

  test("are written to about a session that is taken out, too", async () => {
    const order = orderOf(await new TestBuyer(server, shop).buy(2));
    await editChapter(manager, "event/visit", () => null);
    expect((await publishPlan(manager, writes)).status).toBe(200);
    await runBulk(server);
    expect((await emails()).map(({ ref_id }) => ref_id)).toEqual([order.id]);
  });

  test("are written to only by whoever may write to many orders and has proved who they are", async () => {
    await new TestBuyer(server, shop).buy(2);
    await editChapter(manager, "event/visit", later);
    await forgetProof(server.db, manager.person.id);
    expect(refusal(await publishPlan(manager, writes))).toMatchObject({ status: 403, _code: "step_up_required" });
    expect(await revisionsOf(server.db, shop.seller_id)).toHaveLength(1);
    const other = await signedIn(server, shop, ["manager"]);
    expect((await publishPlan(other, writes)).status).toBe(200);
  });

  const nobody = { sessions: 0, orders: 0, people: 0, announced: 0, list: [] };

  test("are not asked about if only other sessions were bought, or only prices and texts change", async () => {
    await new TestBuyer(server, { ...shop, session: shop.event.sessions[1] ?? shop.session }).buy(2);
    await editChapter(manager, "event/visit", (event) => ({ ...later(event), subtitle: "By the water" }));
    await editType(manager, "general/adult", { price: "24" });
    const { status, body } = await publishPlan(manager);
    expect([status, body.buyers]).toEqual([200, nobody]);
  });

  test("are not asked about once their session is over", async () => {
    await new TestBuyer(server, shop).buy(2);
    await sql`update event_session set start_datetime = now() - interval '2 hours', end_datetime = now() - interval '1 hour',
      planned_start = null where id = ${shop.session.id}`.execute(server.db);
    await editChapter(manager, "event/visit", (event) => ({ ...event, name: "Admission" }));
    const { status, body } = await publishPlan(manager);
    expect([status, body.buyers]).toEqual([200, nobody]);
  });

  test.each<[string, object]>([
    ["takes place after all", { cancelled: false }],
    ["is put back", { put_back: true }],
    ["gets other places", { capacity: 30 }],
    ["lasts longer", { minutes: 90 }],
    ["is moved", { move_minutes: 15 }],
    ["gets a price of its own", { prices: { "general/adult": "25" } }],
  ])("are asked about where a session %s on the list of sessions", async (_what, change) => {
    await new TestBuyer(server, shop).buy(2);
    await editChapter(manager, "event/visit", changed({ days: shop.session.local_day, cancelled: true }));
    await publishPlan(manager, { write_to_buyers: null, expected: { orders: 1 } });
    const request = { session_ids: [shop.session.id], change, reason: "The storm is over", expected: { orders: 1 } };
    await answered(
      (more) => manager.post("/catalogue/events/visit/sessions/change", { ...request, ...more }),
      [{ orders: 0 }, { orders: 2 }],
    );
  });

  test("are counted by an import from the command line, which asks nobody and writes to nobody", async () => {
    await new TestBuyer(server, shop).buy(2);
    const text = withPier(shop.slug).replace("name: Quay House", "name: Quay Hall");
    const [planned] = await importText(server.connections, text, { dryRun: true });
    expect(planned?.buyers).toMatchObject({ sessions: 1, orders: 1, people: 2 });
    const [report] = await importText(server.connections, text);
    expect(report && formatReport(report)).toContain(
      "  1 session with tickets of 1 order (2 people) changes; an import sends them no email",
    );
    expect(await emails()).toEqual([]);
  });
});
