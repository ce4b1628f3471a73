import { beforeEach, describe, expect, test } from "vitest";
import { captchaHeaders } from "@foyer/contract/shop/captcha.ts";
import { newId } from "../../../db/newId.ts";
import { createTestShop, type SellerOverrides, type TestShop } from "../../../../test/shop/createTestShop.ts";
import { sellerFinder } from "../../../http/sellerFinder.ts";
import { resendEmails } from "../../../jobs/emails/resendEmails.ts";
import type { EmailMessage } from "../../../providers/mail/mailTransport.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";
import type { TestResponse, TestApp } from "../../../../test/app/testApp.ts";
import { TestVisitor } from "../../../../test/accounts/login.ts";
import { ada, TestBuyer, cards } from "../../../../test/shop/testBuyer.ts";
import { createTestUser } from "../../../../test/accounts/members.ts";
import { redeemTicketsOf } from "../../../../test/office/testGate.ts";
import { testProviders } from "../../../../test/app/testProviders.ts";

let server: TestApp;
let shop: TestShop;
let buyer: TestBuyer;
let addressCount = 0;
/** An address in a network of its own. */
const newClientAddress = (): string => `203.0.${Math.floor(++addressCount / 250) + 1}.${(addressCount % 250) + 1}`;
setUpTestApp((opened) => void (server = opened));
const openShop = async (seller: SellerOverrides = {}): Promise<void> => {
  shop = await createTestShop(server.db, { seller });
  buyer = new TestBuyer(server, shop);
  buyer.clientAddress = newClientAddress();
};
beforeEach(() => openShop());

const codeOf = ({ status, body }: TestResponse): string => `${status} ${body._data?.[0]?._code ?? "ok"}`;
const requestResend = (email: string, more: object = {}, from = newClientAddress()): Promise<TestResponse> =>
  new TestVisitor(server, shop, { from }).postWithCaptcha("/ticket_order/resend", { email, ...more }, "resend");
const requestWithoutCaptcha = (email: string): Promise<TestResponse> =>
  new TestVisitor(server, shop, { from: newClientAddress() }).post("/ticket_order/resend", { email });
const runResendJob = () =>
  resendEmails({
    connections: server.connections,
    providers: testProviders(server),
    findSeller: sellerFinder(server.db, 0),
    log: { warn: (fields) => expect(fields).toBeUndefined() },
  });
const queuedEmails = async (): Promise<{ to_address: string; ref_id: string; message: EmailMessage }[]> =>
  (await server.db
    .selectFrom("outbox")
    .select(["to_address", "ref_id", "message"])
    .where("seller_id", "=", shop.seller_id)
    .where("occasion", "!=", "")
    .orderBy("created_at")
    .execute()) as never;
const pendingRequests = () =>
  server.db.selectFrom("resend_request").select("email").where("seller_id", "=", shop.seller_id).execute();

describe("a request by e-mail address", () => {
  test("sends the confirmation with its attachments to the address on file, after the answer", async () => {
    const [order] = (await buyer.buy(2)).body.ticket_order._data;
    expect(codeOf(await requestResend(`  ${ada.email.toUpperCase()} `))).toBe("200 ok");
    expect(await queuedEmails()).toEqual([]);
    expect(await runResendJob()).toBe(1);
    const [message, ...more] = await queuedEmails();
    expect(more).toEqual([]);
    expect(message).toMatchObject({ to_address: ada.email, ref_id: order.id });
    expect(message?.message.text).toContain(order.order_number);
    expect(message?.message.enclosed).toContainEqual({ make: "tickets", ticket_order_id: order.id });
    expect(await pendingRequests()).toEqual([]);
    expect(await runResendJob()).toBe(0);
  });

  test("a request by e-mail address does the same work for an unknown address, and sends nothing", async () => {
    const response = await requestResend("nobody@example.org");
    expect(codeOf(response)).toBe("404 not_found");
    expect(response.body._data[0]._description).toBe("No orders could be found for this email address.");
    expect(await pendingRequests()).toEqual([{ email: "nobody@example.org" }]);
    await runResendJob();
    expect(await queuedEmails()).toEqual([]);
    expect(await pendingRequests()).toEqual([]);
  });

  test("answers known and unknown addresses alike for a strict seller", async () => {
    await openShop({ configuration: JSON.stringify({ strict_resend: true }) } as never);
    await buyer.buy(1);
    const [known, unknown] = [await requestResend(ada.email), await requestResend("nobody@example.org")];
    expect(known.body).toEqual({ sent: true });
    expect(unknown.body).toEqual(known.body);
    expect(unknown.status).toBe(200);
    await runResendJob();
    expect(await queuedEmails()).toHaveLength(1);
  });

  test("finds no orders of another seller", async () => {
    await buyer.buy(1);
    await openShop();
    expect(codeOf(await requestResend(ada.email))).toBe("404 not_found");
  });

  test("sends five upcoming orders at most, or else the latest past one", async () => {
    for (let time = 0; time < 7; time++) await buyer.buy(1);
    const past = await server.db
      .selectFrom("ticket_order")
      .select("id")
      .where("seller_id", "=", shop.seller_id)
      .orderBy("created_at", "desc")
      .execute();
    await requestResend(ada.email);
    await runResendJob();
    expect(await queuedEmails()).toHaveLength(5);
    await server.db
      .updateTable("event_session")
      .set({ start_datetime: "2020-01-01T15:00:00Z", end_datetime: "2020-01-01T16:00:00Z" })
      .where("id", "=", shop.session.id)
      .execute();
    await requestResend(ada.email);
    await runResendJob();
    const all = await queuedEmails();
    expect(all).toHaveLength(6);
    expect(all.at(-1)?.ref_id).toBe(past[0]?.id);
    expect(all.at(-1)?.message.text).toContain("Past\n");
    expect(all.at(-1)?.message.text).not.toContain("at the door");
    expect(all.at(-1)?.message.enclosed).toEqual([]);
    expect(all[0]?.message.text).not.toContain("Past\n");
  });

  test("marks a used order, and does not offer to change it", async () => {
    await openShop({ configuration: JSON.stringify({ self_edit: { enabled: true, anon_editing: true } }) });
    const [order] = (await buyer.buy(2)).body.ticket_order._data;
    const resent = async () => {
      await requestResend(ada.email);
      await runResendJob();
      return (await queuedEmails()).at(-1)?.message.text;
    };
    expect(await resent()).toContain("Change or cancel");
    await redeemTicketsOf(server.db, order.id);
    const used = await resent();
    expect(used).toContain("Used\n");
    expect(used).not.toContain("Change or cancel");
  });

  test("promises no cancelling where buyers can only move their tickets", async () => {
    const self_edit = { enabled: true, anon_editing: true, allow: ["reschedule", "names"] };
    await openShop({ configuration: JSON.stringify({ self_edit }) });
    await buyer.buy(2);
    await requestResend(ada.email);
    await runResendJob();
    const text = (await queuedEmails()).at(-1)?.message.text;
    expect(text).toContain("Change your order");
    expect(text).not.toContain("Change or cancel");
  });

  test("sends membership cards with their numbers to their holders", async () => {
    const [order] = (await buyer.buy(2)).body.ticket_order._data;
    expect(codeOf(await requestResend(ada.email, { memberships_only: true }))).toBe("404 not_found");
    await runResendJob();
    const tickets = await server.db.selectFrom("ticket").select("id").where("ticket_order_id", "=", order.id).execute();
    const card = (index: number, more: object) => ({
      seller_id: shop.seller_id,
      id: newId(),
      ticket_id: tickets[index]?.id ?? "",
      ticket_order_id: order.id,
      event_template_id: shop.event.id,
      ticket_group_id: shop.group.id,
      ticket_type_id: shop.type.id,
      level_name: "Friend",
      scan_code: "A".repeat(32),
      valid_from: "2026-01-01T05:00:00Z",
      valid_to: "2126-01-01T05:00:00Z",
      ...more,
    });
    const member = {
      party_role: "member",
      holder_name: "Ada Lovelace",
      holder_email: ada.email,
      member_number: "KX7M2PQ9RT",
    };
    const child = { party_role: "child", holder_name: "Byron", holder_email: null, member_number: "CH7M2PQ9RT" };
    await server.db
      .insertInto("membership")
      .values([card(0, member), card(1, child)] as never)
      .execute();
    expect(codeOf(await requestResend(ada.email, { memberships_only: true }))).toBe("200 ok");
    await runResendJob();
    const [message, ...more] = await queuedEmails();
    expect(more).toEqual([]);
    expect(message?.to_address).toBe(ada.email);
    expect(message?.message.text).toContain("KX7M2PQ9RT");
    expect(message?.message.text).toContain("CH7M2PQ9RT");
    await server.db.deleteFrom("outbox").where("seller_id", "=", shop.seller_id).where("occasion", "!=", "").execute();
    await server.runAsOwner(`delete from membership where seller_id = '${shop.seller_id}'`);
  });

  test.each([
    ["a line break", "ada@example.org\r\nBcc: eve@example.org"],
    ["two addresses", "ada@example.org, eve@example.org"],
    ["a name around it", '"Ada" <ada@example.org>'],
    ["no domain", "ada"],
    ["a pattern", "%@example.org"],
  ])("refuses or finds nothing for %s", async (_, email) => {
    await buyer.buy(1);
    const response = await requestResend(email);
    expect(["422 validate_not_email", "404 not_found"]).toContain(codeOf(response));
    await runResendJob();
    expect(await queuedEmails()).toEqual([]);
  });

  test("sends nothing to unknown addresses, and allows five requests from one network", async () => {
    await buyer.buy(1);
    const from = newClientAddress();
    const codes: string[] = [];
    for (let time = 0; time < 8; time++) codes.push(codeOf(await requestResend(`n${time}@example.org`, {}, from)));
    expect(codes).toEqual([...Array(5).fill("404 not_found"), ...Array(3).fill("429 too_many_requests")]);
    for (let time = 0; time < 92; time++) await requestResend(`m${time}@example.org`);
    for (let turn = 0; turn < 10; turn++) await runResendJob();
    expect(await queuedEmails()).toEqual([]);
  });

  test("a request by e-mail address is allowed three times an hour for one address, known or not, from one network", async () => {
    await buyer.buy(1);
    for (const [email, found] of [
      [ada.email, "200 ok"],
      ["nobody@example.org", "404 not_found"],
    ] as const) {
      const from = newClientAddress();
      const responses: TestResponse[] = [];
      for (let time = 0; time < 4; time++) responses.push(await requestResend(email, {}, from));
      expect(responses.map(codeOf)).toEqual([found, found, found, "429 too_many_requests"]);
      const retry_after = responses[3]?.body._data[0]._extra.retry_after;
      expect(retry_after).toBeGreaterThan(3500);
      expect(retry_after).toBeLessThanOrEqual(3600);
      // A stranger's requests do not prevent the owner's.
      expect(codeOf(await requestResend(email))).toBe(found);
    }
  });

  test("a request by e-mail address is allowed fifteen times an hour for one address from all networks", async () => {
    const answers: string[] = [];
    for (let network = 0; network < 16; network++) answers.push(codeOf(await requestResend("nobody@example.org")));
    expect(answers).toEqual([...Array(15).fill("404 not_found"), "429 too_many_requests"]);
  });

  test("a request by e-mail address is allowed three times in twelve concurrent requests", async () => {
    await buyer.buy(1);
    const from = newClientAddress();
    const answers = await Promise.all(Array.from({ length: 12 }, () => requestResend(ada.email, {}, from)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  });

  test.each([
    ["a seller without a captcha", {}],
    ["a seller who has one", { captcha: { provider: "altcha" } }],
  ])("requires a guest of %s to solve the built-in captcha, for this purpose", async (_, configuration) => {
    await openShop({ configuration: JSON.stringify(configuration) } as never);
    expect(codeOf(await requestWithoutCaptcha(ada.email))).toBe("403 captcha_required");
    const guest = new TestVisitor(server, shop, { from: newClientAddress() });
    const ofLogin = await guest.postWithCaptcha("/ticket_order/resend", { email: ada.email }, "login");
    expect(codeOf(ofLogin)).toBe("403 captcha_failed");
    const wrong = await server.post(
      shop.slug,
      "/api/ticket_order/resend",
      { email: ada.email },
      {
        headers: { [captchaHeaders.provider]: "altcha", [captchaHeaders.token]: "e30=" },
        remoteAddress: newClientAddress(),
      },
    );
    expect(codeOf(wrong)).toBe("403 captcha_failed");
    expect(await pendingRequests()).toEqual([]);
    const user = await createTestUser(server.db, shop);
    const member = new TestBuyer(server, shop, user.cookie);
    member.clientAddress = newClientAddress();
    expect(codeOf(await member.post("/ticket_order/resend", { email: user.email }))).toBe("404 not_found");
  });

  test("requires the built-in captcha where the payment page has another", async () => {
    await openShop({ configuration: JSON.stringify({ captcha: { provider: "turnstile", site_key: "x" } }) } as never);
    const { status, body } = await requestWithoutCaptcha(ada.email);
    expect([status, body._data[0]._extra.provider]).toEqual([403, "altcha"]);
    const taskFor = async (purpose: string) =>
      (await server.get(shop.slug, `/api/captcha/challenge?purpose=${purpose}`)).status;
    expect(await taskFor("resend")).toBe(200);
    expect(await taskFor("pay")).toBe(404);
  });

  test("a request by e-mail address is given up after five failed attempts", async () => {
    while (await runResendJob());
    await buyer.buy(1);
    await requestResend(ada.email);
    await server.db.updateTable("resend_request").set({ attempts: 4 }).execute();
    const warnings: object[] = [];
    const broken = { ...testProviders(server), sign: () => expect.fail("no signature to be had") };
    await resendEmails({
      connections: server.connections,
      providers: broken,
      findSeller: sellerFinder(server.db, 0),
      log: { warn: (fields) => void warnings.push(fields) },
    });
    expect(warnings).toMatchObject([{ event: "resend_failed", attempts: 5 }]);
    expect(await pendingRequests()).toEqual([]);
  });
});

describe("a member's request", () => {
  test("sends their own orders at once, without a captcha", async () => {
    await openShop({ configuration: JSON.stringify({ captcha: { provider: "altcha" } }) } as never);
    const user = await createTestUser(server.db, shop);
    const member = new TestBuyer(server, shop, user.cookie);
    expect((await member.post("/my/ticket_order/resend", {})).body._data[0]._description).toBe(
      "No orders could be found for this email address.",
    );
    const cart = await member.hold(1);
    await member.savePurchaser(cart);
    await member.pay(cart, cards.good);
    await member.post(`/my/cart/${cart.id}/checkout`, {});
    expect((await member.post("/my/ticket_order/resend", {})).body).toEqual({ sent: true });
    expect(await queuedEmails()).toMatchObject([{ to_address: user.email }]);
    expect(codeOf(await member.post("/my/ticket_order/resend", { memberships_only: true }))).toBe("404 not_found");
    expect(codeOf(await member.post("/my/ticket_order/resend", {}))).toBe("429 too_many_requests");
  });
});

describe("a request for one order", () => {
  test("sends it to its owner, even if they declined e-mails at the checkout", async () => {
    const cart = await buyer.hold(1);
    await buyer.pay(cart, cards.good);
    const [order] = (await buyer.checkOut(cart, { identity: ada, send_email: false })).body.ticket_order._data;
    expect((await buyer.post(`/ticket_order/${order.id}/email`, {})).body).toEqual({ sent: true });
    expect(await queuedEmails()).toMatchObject([{ to_address: ada.email, ref_id: order.id }]);
  });
  test("a request for one order is allowed with the order's link, and refused to others", async () => {
    const [order] = (await buyer.buy(1)).body.ticket_order._data;
    const stranger = new TestBuyer(server, shop);
    expect(codeOf(await stranger.post(`/ticket_order/${order.id}/email`, {}))).toBe("404 not_found");
    expect(codeOf(await stranger.post(`/ticket_order/${order.id}/email?token=${"x".repeat(43)}`, {}))).toBe(
      "404 not_found",
    );
    expect(codeOf(await stranger.post(`/ticket_order/${order.id}/email?token=${order.token}`, {}))).toBe("200 ok");
    expect(await queuedEmails()).toHaveLength(1);
  });
  test.each([
    ["order_update", "Your order has changed."],
    ["order_cancel", "Tickets in your order have been cancelled."],
  ])("titles the e-mail by its reason: %s", async (log_context, title) => {
    const [order] = (await buyer.buy(1)).body.ticket_order._data;
    await buyer.post(`/ticket_order/${order.id}/email`, { log_context });
    expect((await queuedEmails())[0]?.message.text).toContain(title);
  });
  test("refuses another reason, or an address", async () => {
    const [order] = (await buyer.buy(1)).body.ticket_order._data;
    for (const body of [{ log_context: "anything" }, { email: "eve@example.org" }])
      expect(codeOf(await buyer.post(`/ticket_order/${order.id}/email`, body))).toBe("422 validation_failed");
  });
  test("a request for one order is allowed three times an hour", async () => {
    const [order] = (await buyer.buy(1)).body.ticket_order._data;
    const codes: string[] = [];
    for (let time = 0; time < 4; time++) codes.push(codeOf(await buyer.post(`/ticket_order/${order.id}/email`, {})));
    expect(codes).toEqual(["200 ok", "200 ok", "200 ok", "429 too_many_requests"]);
  });
});
