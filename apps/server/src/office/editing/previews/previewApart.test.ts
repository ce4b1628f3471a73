import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sql } from "kysely";
import { expectInvariants } from "../../../../test/database/expectInvariants.ts";
import { sellersCommand } from "../../../cli/commands/sellers.ts";
import { sellerKeysCommand } from "../../../cli/commands/sellerKeys.ts";
import { staffCommand } from "../../../cli/commands/staff.ts";
import { sellerFinder, slugLister } from "../../../http/sellerFinder.ts";
import type { JobContext } from "../../../http/requestContext.ts";
import { claimDueEmails, requeueEmails } from "../../../jobs/emails/outbox.sql.ts";
import { forEachSeller } from "../../../jobs/forEachSeller.ts";
import { jobList } from "../../../jobs/jobList.ts";
import { defaultFlagClient } from "../../../providers/flags/flagClient.ts";
import { createTestUser } from "../../../../test/accounts/members.ts";
import { commandContext } from "../../../../test/app/commandContext.ts";
import { letCachesExpire } from "../../../../test/app/letCachesExpire.ts";
import { openTestApp, testProviders, testSealer, type TestApp } from "../../../../test/app/testApp.ts";
import { moveClock } from "../../../../test/database/moveClock.ts";
import {
  editChapter,
  importText,
  openEditing,
  quayCatalogue,
  type Manager,
} from "../../../../test/office/catalogueShop.ts";
import { openPreviewOf, rowsOfSeller, type OpenedPreview } from "../../../../test/office/previews.ts";
import { readReportNow } from "../../../../test/office/readReport.ts";
import { createStaff, OfficeBrowser, signedIn } from "../../../../test/office/testStaff.ts";
import type { TestShop } from "../../../../test/shop/createTestShop.ts";
import { TestBuyer } from "../../../../test/shop/testBuyer.ts";

let server: TestApp;
let shop: TestShop;
let manager: Manager;
let preview: OpenedPreview;
let hours = 0;
const errors: object[] = [];
beforeAll(async () => {
  server = await openTestApp();
  moveClock(server.connections, () => `${hours} hours`);
});
beforeEach(async () => {
  hours = 0;
  ({ shop, manager } = await openEditing(server));
  await new TestBuyer(server, shop).buy(1);
  preview = await openPreviewOf(server, manager);
});
afterAll(async () => {
  await expectInvariants(server.db);
  expect(errors).toEqual([]);
  await server.close();
});

/** Tables that the back office's own calls write. */
const ofOffice = ["audit_entry", "audit_personal", "idempotency_key", "report_run", "staff_grant"];
const mails = (seller_id: string) =>
  server.db
    .selectFrom("outbox")
    .select(["id", "kind", "state"])
    .where("seller_id", "=", seller_id)
    .orderBy("id")
    .execute();

const jobContext = (): JobContext => ({
  connections: server.connections,
  providers: testProviders(server.connections),
  findSeller: sellerFinder(server.db, 0),
  log: {
    info: () => undefined,
    warn: (fields) => void errors.push(fields),
    error: (fields) => void errors.push(fields),
  },
});
/** Runs all background jobs of a server, twice. */
const runJobs = async (): Promise<void> => {
  const jobs = jobList({
    ...jobContext(),
    flagsOf: defaultFlagClient.flagsOf,
    origin: "http://localhost",
    retentionDays: {},
    sealer: testSealer,
  });
  for (const _ of [1, 2]) for (const { run } of jobs) await run(new AbortController().signal);
};

test("what is done in a preview changes no row of the seller, and no figure of its reports", async () => {
  const finance = await signedIn(server, shop, ["finance"]);
  const today = Temporal.Now.plainDateISO(shop.timezone).toString();
  const report = () => readReportNow(finance, `/reports/sales?from=${today}&to=${today}&by=day`);
  const before = await rowsOfSeller(server.db, shop.seller_id, ofOffice);
  const reported = await report();
  expect(reported.status).toBe(200);
  const buyer = new TestBuyer(server, preview.shop);
  expect((await buyer.buy(3)).body.outcome).toBe("completed");
  await buyer.hold(1);
  const bought = await rowsOfSeller(server.db, preview.id);
  expect(Object.keys(bought)).toEqual(
    expect.arrayContaining(["cart", "journal_entry", "outbox", "payment", "ticket", "ticket_order", "transition"]),
  );
  expect(await rowsOfSeller(server.db, shop.seller_id, ofOffice)).toEqual(before);
  expect((await report()).body).toEqual(reported.body);
});

describe("e-mails of a preview", () => {
  test("are kept from the start, and sent by no job or command", async () => {
    await new TestBuyer(server, preview.shop).buy(1);
    const [kept] = await mails(preview.id);
    expect(kept).toMatchObject({ kind: "order_confirmation", state: "kept" });
    expect(await requeueEmails(server.db, [kept?.id ?? ""])).toEqual([]);
    const [sold] = await mails(shop.seller_id);
    expect((await requeueEmails(server.db, [sold?.id ?? ""])).length).toBe(1);
    // As an older version of the server would have left it.
    await sql`update outbox set state = 'queued' where seller_id = ${preview.id}::uuid`.execute(server.db);
    const claimed = await claimDueEmails(server.db);
    expect(claimed.some(({ seller_id }) => seller_id === preview.id)).toBe(false);
    expect(claimed.some(({ seller_id }) => seller_id === shop.seller_id)).toBe(true);
  });

  test("with a code for a login are kept as well", async () => {
    await editChapter(manager, "seller", (seller) => ({ ...seller, configuration: { authentication: "otp" } }));
    const { id, shop: drafted } = await openPreviewOf(server, manager);
    const { email } = await createTestUser(server.db, drafted);
    letCachesExpire();
    const asked = await new TestBuyer(server, drafted).post("/login/request_otp", {
      email,
      state: drafted.slug,
      provider: "ecomm",
    });
    expect(asked.status).toBe(200);
    expect((await mails(id)).map(({ kind, state }) => [kind, state])).toEqual([["login_code", "kept"]]);
  });
});

test("no job runs for a preview except those of its purchases", async () => {
  await new TestBuyer(server, preview.shop).buy(1);
  const without = async () => {
    const found = await rowsOfSeller(server.db, preview.id);
    return [
      "journal_day",
      "journal_closed_day",
      "job_turn",
      "catalogue_day",
      "catalogue_revision",
      "order_word",
      "provider_payout",
      "payout_reading",
    ].filter((table) => table in found);
  };
  // A day of the journal is closed once it is over in every time zone, which may be after the end of a preview of 24 hours.
  const preview_ends_at = Temporal.Now.instant().add({ hours: 100 }).toString();
  await server.db.updateTable("seller").set({ preview_ends_at }).where("id", "=", preview.id).execute();
  hours = 60;
  await runJobs();
  expect(await without()).toEqual([]);
  expect(Object.keys(await rowsOfSeller(server.db, preview.id))).toContain("journal_entry");
  const sold = await rowsOfSeller(server.db, shop.seller_id);
  expect(Object.keys(sold)).toEqual(expect.arrayContaining(["catalogue_day", "journal_closed_day", "order_word"]));
});

test("a job leaves previews out unless it is about their purchases", async () => {
  const worked = async (options?: { readonly withPreviews: boolean }) => {
    const slugs: string[] = [];
    await forEachSeller(jobContext(), [preview, shop], "no", async ({ seller }) => slugs.push(seller.slug), options);
    return slugs;
  };
  expect(await worked()).toEqual([shop.slug]);
  expect(await worked({ withPreviews: true })).toEqual([preview.slug, shop.slug]);
});

describe("a preview is none of the sellers", () => {
  test("of lists: robots and the first page, the operator's, and the command line's", async () => {
    const slugs = await slugLister(server.db, 0)();
    expect([slugs.includes(shop.slug), slugs.includes(preview.slug)]).toEqual([true, false]);
    const operator = new OfficeBrowser(server);
    await operator.signIn(await createStaff(server.db, shop.seller_id, [], { is_operator: true }));
    const { body } = await operator.get(`/operator/sellers?q=${shop.slug}`);
    expect(body.sellers.map(({ slug }: { slug: string }) => slug)).toEqual([shop.slug]);
    const lines: string[] = [];
    await sellersCommand.run([], commandContext({ connections: server.connections, lines }));
    const text = lines.join("\n");
    expect([text.includes(shop.slug), text.includes("--p-")]).toEqual([true, false]);
  });

  test("whose staff, keys or state somebody changes", async () => {
    const operator = new OfficeBrowser(server);
    await operator.signIn(await createStaff(server.db, shop.seller_id, [], { is_operator: true }));
    const to = `/operator/sellers/${preview.slug}`;
    for (const [path, body] of [
      [`${to}/invite_owner`, { email: "eve@example.org" }],
      [`${to}/suspend`, { reason: "no" }],
      [`${to}/resume`, {}],
    ] as const)
      expect((await operator.post(path, body)).status).toBe(404);
    const created = { slug: preview.slug.replace(/.$/, "7"), name: "Eve", currency: "USD", timezone: "UTC" };
    expect((await operator.post("/operator/sellers", created)).status).toBe(409);
    const context = commandContext({ connections: server.connections, lines: [] });
    await expect(
      staffCommand.run(["invite", "eve@example.org", "--seller", preview.slug, "--role", "owner"], context),
    ).rejects.toThrow("There is no seller");
    await expect(sellerKeysCommand.run(["keys", preview.slug], context)).rejects.toThrow("There is no seller");
    expect((await manager.get(`/catalogue?_seller=${preview.slug}`)).status).toBe(404);
    const file = quayCatalogue(created.slug);
    await expect(importText(server.connections, file)).rejects.toThrow("is an address of a preview");
  });

  test("with live cards: the database refuses another gateway, a host, and the address without a preview", async () => {
    const set = (columns: string, of: string) =>
      sql`update seller set ${sql.raw(columns)} where id = ${of}::uuid`.execute(server.db);
    for (const columns of [
      `configuration = '{"gateway": "stripe"}'`,
      "configuration = '{}'",
      "host = 'a.example'",
      "preview_of = null",
    ])
      await expect(set(columns, preview.id)).rejects.toThrow("seller_preview");
    for (const columns of [`slug = '${preview.slug.replace(/.$/, "7")}'`, `preview_of = '${shop.seller_id}'`])
      await expect(set(columns, shop.seller_id)).rejects.toThrow("seller_preview");
  });
});

test("drafted pictures are in the preview, and stay in the draft", async () => {
  const bytes = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  );
  const { body: uploaded } = await manager.post("/catalogue/picture", {
    name: "quay.png",
    alt: "The quay",
    file: bytes.toString("base64"),
  });
  expect(uploaded.key).toEqual(expect.any(String));
  const stored = () => rowsOfSeller(server.db, shop.seller_id, ofOffice);
  const before = await stored();
  await editChapter(manager, "seller", (seller) => ({ ...seller, meta: { logo: uploaded.key } }));
  const drafted = await stored();
  await openPreviewOf(server, manager);
  const images = await server.db
    .selectFrom("image_asset")
    .select(["key", "alt"])
    .where("seller_id", "=", preview.id)
    .execute();
  expect(images).toEqual([{ key: uploaded.key, alt: "The quay" }]);
  expect(await stored()).toEqual(drafted);
  expect(drafted["uploaded_picture"]).toBe(before["uploaded_picture"]);
});
