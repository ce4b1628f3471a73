import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { captchaHeaders } from "@foyer/contract/shop/captcha.ts";
import { checkInvariants } from "../../../cli/checkInvariants.ts";
import { removeGuard, restoreGuards } from "../../../db/faultPoints.ts";
import { newId } from "../../../db/newId.ts";
import { createTestShop, type SellerOverrides, type TestShop } from "../../../../test/shop/createTestShop.ts";
import { sellerFinder } from "../../../http/sellerFinder.ts";
import { resendEmails } from "../../../jobs/resendEmails.ts";
import type { EmailMessage } from "../../../providers/mail/mailTransport.ts";
import { openTestApp, type TestResponse, type TestApp } from "../../../../test/app/testApp.ts";
import { ada, TestBuyer, cards } from "../../../../test/shop/testBuyer.ts";
import { createTestUser } from "../../../../test/accounts/members.ts";
import { testProviders } from "../../../../test/app/testProviders.ts";

let server: TestApp;
let shop: TestShop;
let buyer: TestBuyer;
/** Somebody at a place of their own. */
let addressCount = 0;
const newClientAddress = (): string => `203.0.${Math.floor(++addressCount / 250) + 1}.${(addressCount % 250) + 1}`;
beforeAll(async () => {
  server = await openTestApp();
});
const openShop = async (seller: SellerOverrides = {}): Promise<void> => {
  shop = await createTestShop(server.db, { seller });
  buyer = new TestBuyer(server, shop);
  buyer.clientAddress = newClientAddress();
};
beforeEach(() => openShop());
afterEach(() => restoreGuards());
afterAll(async () => {
  expect(await checkInvariants(server.db)).toEqual([]);
  await server.close();
});

const codeOf = ({ status, body }: TestResponse): string => `${status} ${body._data?.[0]?._code ?? "fine"}`;
const requestResend = (email: string, more: object = {}, from = newClientAddress()): Promise<TestResponse> => {
  const who = new TestBuyer(server, shop);
  who.clientAddress = from;
  return who.post("/ticket_order/resend", { email, ...more });
};
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

describe("by an address", () => {
  test("the confirmation comes again, whole, to the address on file, after the answer", async () => {
    const [order] = (await buyer.buy(2)).body.ticket_order._data;
    expect(codeOf(await requestResend(`  ${ada.email.toUpperCase()} `))).toBe("200 fine");
    expect(await queuedEmails()).toEqual([]);
    expect(await runResendJob()).toBe(1);
    const [letter, ...more] = await queuedEmails();
    expect(more).toEqual([]);
    expect(letter).toMatchObject({ to_address: ada.email, ref_id: order.id });
    expect(letter?.message.text).toContain(order.order_number);
    expect(letter?.message.enclosed).toContainEqual({ make: "tickets", ticket_order_id: order.id });
    expect(await pendingRequests()).toEqual([]);
    expect(await runResendJob()).toBe(0);
  });

  test("nobody knows of orders that are not there, and the same is done before the answer", async () => {
    const said = await requestResend("nobody@example.org");
    expect(codeOf(said)).toBe("404 not_found");
    expect(said.body._data[0]._description).toBe("No orders could be found for this email address.");
    expect(await pendingRequests()).toEqual([{ email: "nobody@example.org" }]);
    await runResendJob();
    expect(await queuedEmails()).toEqual([]);
    expect(await pendingRequests()).toEqual([]);
  });

  test("a strict seller tells nobody (D1)", async () => {
    await openShop({ configuration: JSON.stringify({ strict_resend: true }) } as never);
    await buyer.buy(1);
    const [known, unknown] = [await requestResend(ada.email), await requestResend("nobody@example.org")];
    expect(known.body).toEqual({ sent: true });
    expect(unknown.body).toEqual(known.body);
    expect(unknown.status).toBe(200);
    await runResendJob();
    expect(await queuedEmails()).toHaveLength(1);
  });

  test("another seller's orders are none of this one's", async () => {
    await buyer.buy(1);
    await openShop();
    expect(codeOf(await requestResend(ada.email))).toBe("404 not_found");
  });

  test("what lies ahead comes, what is over only where nothing else is, and never a mailbox full", async () => {
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
  });

  test("of memberships the cards, with their numbers, to whoever stands on them", async () => {
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
    expect(codeOf(await requestResend(ada.email, { memberships_only: true }))).toBe("200 fine");
    await runResendJob();
    const [letter, ...more] = await queuedEmails();
    expect(more).toEqual([]);
    expect(letter?.to_address).toBe(ada.email);
    expect(letter?.message.text).toContain("KX7M2PQ9RT");
    expect(letter?.message.text).toContain("CH7M2PQ9RT");
    await server.db.deleteFrom("outbox").where("seller_id", "=", shop.seller_id).where("occasion", "!=", "").execute();
    await server.runAsOwner(`delete from membership where seller_id = '${shop.seller_id}'`);
  });

  test.each([
    ["a line break", "ada@example.org\r\nBcc: eve@example.org"],
    ["two of them", "ada@example.org, eve@example.org"],
    ["a name around it", '"Ada" <ada@example.org>'],
    ["none", "ada"],
    ["a pattern", "%@example.org"],
  ])("is one address or nothing: %s (T79)", async (_, email) => {
    await buyer.buy(1);
    const said = await requestResend(email);
    expect(["422 validate_not_email", "404 not_found"]).toContain(codeOf(said));
    await runResendJob();
    expect(await queuedEmails()).toEqual([]);
  });

  test("a hundred addresses that are nobody's write no letter, and one place asks five times", async () => {
    await buyer.buy(1);
    const from = newClientAddress();
    const said: string[] = [];
    for (let time = 0; time < 8; time++) said.push(codeOf(await requestResend(`n${time}@example.org`, {}, from)));
    expect(said).toEqual([...Array(5).fill("404 not_found"), ...Array(3).fill("429 too_many_requests")]);
    for (let time = 0; time < 92; time++) await requestResend(`m${time}@example.org`);
    for (let turn = 0; turn < 10; turn++) await runResendJob();
    expect(await queuedEmails()).toEqual([]);
  });

  test("three times an hour for one address, known or not, from wherever it is asked", async () => {
    await buyer.buy(1);
    for (const [email, fine] of [
      [ada.email, "200 fine"],
      ["nobody@example.org", "404 not_found"],
    ] as const) {
      const said: TestResponse[] = [];
      for (let time = 0; time < 4; time++) said.push(await requestResend(email));
      expect(said.map(codeOf)).toEqual([fine, fine, fine, "429 too_many_requests"]);
      const retry_after = said[3]?.body._data[0]._extra.retry_after;
      expect(retry_after).toBeGreaterThan(3500);
      expect(retry_after).toBeLessThanOrEqual(3600);
    }
  });

  const atOnce = async (): Promise<number> =>
    (await Promise.all(Array.from({ length: 12 }, () => requestResend(ada.email)))).filter(
      ({ status }) => status === 200,
    ).length;
  test("twelve at once are three", async () => {
    await buyer.buy(1);
    expect(await atOnce()).toBe(3);
  });
  test("without the lock they would be more", async () => {
    removeGuard("resend_lock");
    await buyer.buy(1);
    expect(await atOnce()).toBeGreaterThan(3);
  });

  test("a seller with a captcha asks a guest for it, and only for this purpose", async () => {
    await openShop({ configuration: JSON.stringify({ captcha: { provider: "altcha" } }) } as never);
    expect(codeOf(await requestResend(ada.email))).toBe("403 captcha_required");
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

  test("where the till has somebody else's captcha, letters are asked for with the built-in one", async () => {
    await openShop({ configuration: JSON.stringify({ captcha: { provider: "turnstile", site_key: "x" } }) } as never);
    const { status, body } = await requestResend(ada.email);
    expect([status, body._data[0]._extra.provider]).toEqual([403, "altcha"]);
    const taskFor = async (purpose: string) =>
      (await server.get(shop.slug, `/api/captcha/challenge?purpose=${purpose}`)).status;
    expect(await taskFor("resend")).toBe(200);
    expect(await taskFor("pay")).toBe(404);
  });

  test("a request that cannot be done is given up after some tries", async () => {
    while (await runResendJob());
    await buyer.buy(1);
    await requestResend(ada.email);
    await server.db.updateTable("resend_request").set({ attempts: 4 }).execute();
    const told: object[] = [];
    const broken = { ...testProviders(server), sign: () => expect.fail("no signature to be had") };
    await resendEmails({
      connections: server.connections,
      providers: broken,
      findSeller: sellerFinder(server.db, 0),
      log: { warn: (fields) => void told.push(fields) },
    });
    expect(told).toMatchObject([{ event: "resend_failed", attempts: 5 }]);
    expect(await pendingRequests()).toEqual([]);
  });
});

describe("as a member", () => {
  test("one's own come at once, and no captcha is asked", async () => {
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

describe("one order", () => {
  test("its owner has it sent again, also who wanted no letter at first", async () => {
    const cart = await buyer.hold(1);
    await buyer.pay(cart, cards.good);
    const [order] = (await buyer.checkOut(cart, { identity: ada, send_email: false })).body.ticket_order._data;
    expect((await buyer.post(`/ticket_order/${order.id}/email`, {})).body).toEqual({ sent: true });
    expect(await queuedEmails()).toMatchObject([{ to_address: ada.email, ref_id: order.id }]);
  });
  test("whoever has its link too, and nobody else (T80)", async () => {
    const [order] = (await buyer.buy(1)).body.ticket_order._data;
    const stranger = new TestBuyer(server, shop);
    expect(codeOf(await stranger.post(`/ticket_order/${order.id}/email`, {}))).toBe("404 not_found");
    expect(codeOf(await stranger.post(`/ticket_order/${order.id}/email?token=${"x".repeat(43)}`, {}))).toBe(
      "404 not_found",
    );
    expect(codeOf(await stranger.post(`/ticket_order/${order.id}/email?token=${order.token}`, {}))).toBe("200 fine");
    expect(await queuedEmails()).toHaveLength(1);
  });
  test.each([
    ["order_update", "Your order has changed."],
    ["order_cancel", "Tickets of your order are cancelled."],
  ])("says why it is written: %s", async (log_context, title) => {
    const [order] = (await buyer.buy(1)).body.ticket_order._data;
    await buyer.post(`/ticket_order/${order.id}/email`, { log_context });
    expect((await queuedEmails())[0]?.message.text).toContain(title);
  });
  test("another reason, or an address, is refused", async () => {
    const [order] = (await buyer.buy(1)).body.ticket_order._data;
    for (const body of [{ log_context: "anything" }, { email: "eve@example.org" }])
      expect(codeOf(await buyer.post(`/ticket_order/${order.id}/email`, body))).toBe("422 validation_failed");
  });
  test("three times an hour", async () => {
    const [order] = (await buyer.buy(1)).body.ticket_order._data;
    const said: string[] = [];
    for (let time = 0; time < 4; time++) said.push(codeOf(await buyer.post(`/ticket_order/${order.id}/email`, {})));
    expect(said).toEqual(["200 fine", "200 fine", "200 fine", "429 too_many_requests"]);
  });
});
