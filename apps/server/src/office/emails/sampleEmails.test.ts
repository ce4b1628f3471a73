import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sampleEmailKinds } from "@foyer/contract/office/sampleEmails.ts";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import { openEditing, publishPlan, readChapterOf, refusal, type Manager } from "../../../test/office/catalogueShop.ts";
import { createRenewalShop } from "../../../test/accounts/renewals.ts";
import { auditOf, signedIn } from "../../../test/office/testStaff.ts";
import type { TestShop } from "../../../test/shop/createTestShop.ts";
import { sampleId } from "./sampleOrder.ts";

let server: TestApp;
let shop: TestShop;
let manager: Manager;
beforeAll(async () => {
  server = await openTestApp();
});
beforeEach(async () => {
  ({ shop, manager } = await openEditing(server));
});
afterAll(() => server.close());

const outbox = () =>
  server.db
    .selectFrom("outbox")
    .select(["kind", "to_address", "message"])
    .where("seller_id", "=", shop.seller_id)
    // E-mails to staff accounts are left out.
    .where("kind", "not like", "staff_%")
    .execute();

describe("an e-mail with the data of a made-up order", () => {
  test.each(sampleEmailKinds)("is shown as HTML and plain text, with its pictures inlined: %s", async (kind) => {
    const { status, body } = await manager.get(`/emails/sample?kind=${kind}`);
    expect(status).toBe(200);
    expect(body.subject).not.toMatch(/\{\w+\}/);
    expect(body.text).toContain("Quay Museum");
    expect(body.html).toMatch(/^<!doctype html>/);
    expect(body.html).not.toContain("cid:");
    expect(body.html.replaceAll(/src="data:[^"]*"/g, "")).not.toMatch(/undefined|NaN|\[object/);
    expect(await outbox()).toEqual([]);
  });

  test.each([
    ["change_offered", ["1001", "18.00", "Evening opening", "confirm?token=sample"]],
    ["address_changed", ["1001"]],
    ["counter_link", ["36.00", "Evening opening", "/checkout/"]],
    ["tickets_ended", ["no longer valid", "1 × Adult"]],
    ["renewal_link", ["Friends", "36.00", "/membership/renew"]],
    ["level_link", ["Patrons", "36.00", "/checkout/"]],
    ["part_paid", ["18.00", "Upcoming payments"]],
    ["plan_changed", ["18.00", "Still to pay"]],
    ["plan_ended", ["Refund", "18.00"]],
    ["membership_gift", ["SAMPLE-GIFT", "Friends"]],
    ["membership_given", ["ada@example.com"]],
    ["auto_renew_announced", ["Friends", "36.00", "cancel-auto-renew?token=sample"]],
    ["auto_renew_expires", ["your card expires"]],
    ["auto_renew_failed", ["it was declined"]],
    ["auto_renew_asked", ["confirm the payment"]],
    ["auto_renew_stopped", ["not try again"]],
    ["auto_renew_cancelled", ["will not renew automatically"]],
  ])("contains what belongs to links, plans, gifts and renewals: %s", async (kind, words) => {
    const { body } = await manager.get(`/emails/sample?kind=${kind}`);
    for (const word of words) expect(body.text).toContain(word);
  });

  describe("links members to where they can renew", () => {
    const kinds = [
      ["membership_card", false],
      ["auto_renew_announced", false],
      ["auto_renew_expires", true],
      ["auto_renew_failed", true],
      ["auto_renew_asked", true],
      ["auto_renew_stopped", true],
      ["auto_renew_cancelled", false],
    ] as const;
    const emailsAt = async (configuration: object, web: object = {}) => {
      const { shop: own } = await createRenewalShop(server, configuration);
      await sql`update seller set web = web || ${JSON.stringify(web)}::jsonb where id = ${own.seller_id} returning id`.execute(
        server.db,
      );
      const by = await signedIn(server, own, ["manager"]);
      const found: { kind: string; renews: boolean; text: string }[] = [];
      for (const [kind, renews] of kinds) {
        const { body } = await by.get(`/emails/sample?kind=${kind}`);
        found.push({ kind, renews, text: body.text.replace(/\s+/g, " ") });
      }
      return found;
    };
    const desk = "To renew, come to our ticket desk with your membership number, or contact Harbor Museum.";

    test("to their account, if they have one", async () => {
      for (const { kind, renews, text } of await emailsAt({ authentication: "password" })) {
        expect(text, kind).toMatch(renews ? /\/membership\/renew/ : /\/my\/membership/);
        expect(text, kind).not.toContain(desk);
      }
    });
    test.each(["scan_code", "none"])("to the ticket desk, if they have no account: %s", async (authentication) => {
      for (const { kind, renews, text } of await emailsAt({ authentication })) {
        expect(text, kind).not.toMatch(/\/membership\/renew|\/my\/membership|online/);
        expect(text.includes(desk), kind).toBe(renews);
      }
    });
    test("to the seller's own address, if memberships are sold there", async () => {
      const web = { external_membership_url: "https://museum.example/join" };
      for (const { kind, renews, text } of await emailsAt({ authentication: "scan_code" }, web)) {
        expect(text.includes("/membership/renew"), kind).toBe(renews);
        expect(text, kind).not.toContain(desk);
      }
    });
  });

  test("has the texts and colours of the draft, unless it cannot be published", async () => {
    const { published } = await readChapterOf(manager, "seller");
    const draft = (version: number, more: object) =>
      manager.post("/catalogue/draft", { chapter: "seller", version, document: { ...published, ...more } });
    await draft(0, {
      strings: { "mail.login_code.title": "Type {code}" },
      theme: { light: { brand: "#123456" } },
    });
    const { body } = await manager.get("/emails/sample?kind=login_code");
    expect(body.text).toContain("Type 000000");
    expect(body.html).toContain("#123456");
    expect(body.is_draft).toBe(true);
    await draft(1, { strings: { "mail.login_code.title": "Type {nothing}" } });
    const { body: second } = await manager.get("/emails/sample?kind=login_code");
    expect(second.text).toContain("Your code: 000000");
    expect(second.is_draft).toBe(false);
  });

  test("has the draft's sender and reply address", async () => {
    const { published } = await readChapterOf(manager, "seller");
    const draft = (version: number, configuration: object) =>
      manager.post("/catalogue/draft", { chapter: "seller", version, document: { ...published, configuration } });
    const sender = async () => (await manager.get("/emails/sample?kind=login_code")).body;
    await draft(0, { mail_from: "tickets@quay.example", mail_reply_to: "desk@quay.example" });
    expect(await sender()).toMatchObject({ from: "tickets@quay.example", reply_to: "desk@quay.example" });
    await publishPlan(manager);
    const { version } = (await readChapterOf(manager, "seller")).draft ?? { version: 0 };
    await draft(version, { mail_from: "hello@quay.example" });
    expect(await sender()).toMatchObject({ from: "hello@quay.example", reply_to: null });
  });
});

describe("a test e-mail", () => {
  test("goes only to the reader's own address, says that it is a test, and belongs to no order", async () => {
    const { status, body } = await manager.post("/emails/test", { kind: "order_confirmation" });
    expect([status, body.to]).toEqual([200, manager.person.email]);
    const [email, ...others] = await outbox();
    expect(others).toEqual([]);
    expect(email).toMatchObject({ kind: "test_email", to_address: manager.person.email });
    const message = email?.message as { subject: string; html: string; text: string; enclosed: { make: string }[] };
    expect(message.subject).toMatch(/^Test: /);
    for (const part of [message.html, message.text]) expect(part).toContain("It belongs to no order");
    expect(message.enclosed.map(({ make }) => make)).toEqual(["sample_code"]);
    expect(await auditOf(server.db, shop.seller_id)).toContainEqual(
      expect.objectContaining({ action: "letter.test_sent", entity_id: "order_confirmation" }),
    );
    // Its links contain the id of no real order.
    expect(message.html).toContain(sampleId);
    expect(await server.db.selectFrom("ticket_order").select("id").where("id", "=", sampleId).execute()).toEqual([]);
  });

  test("is sent nowhere else, whatever the request says", async () => {
    const reply = refusal(await manager.post("/emails/test", { kind: "login_code", to: "somebody@example.org" }));
    expect([400, 422]).toContain(reply.status);
    expect(await outbox()).toEqual([]);
  });

  test("is sent at most ten times in an hour", async () => {
    for (let n = 0; n < 10; n++) expect((await manager.post("/emails/test", { kind: "login_code" })).status).toBe(200);
    expect(refusal(await manager.post("/emails/test", { kind: "login_code" }))).toMatchObject({
      status: 429,
      _code: "too_many_requests",
    });
    expect(await outbox()).toHaveLength(10);
  });
});
