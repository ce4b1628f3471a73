import jsqr from "jsqr";
import sharp from "sharp";
import { beforeEach, describe, expect, test } from "vitest";
import { createTestShop, type TestShop } from "../../../test/shop/createTestShop.ts";
import { settleOpenPayments } from "../../jobs/settleOpenPayments.ts";
import { sellerFinder } from "../../http/sellerFinder.ts";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import { ada, TestBuyer, cards, recordPrices } from "../../../test/shop/testBuyer.ts";
import { testProviders } from "../../../test/app/testProviders.ts";
import { ticketLine } from "../../../test/shop/ticketLine.ts";

let server: TestApp;
let shop: TestShop;
let buyer: TestBuyer;
const logged: string[] = [];
const log = {
  info: () => undefined,
  warn: () => undefined,
  error: (_: object, message: string) => void logged.push(message),
};

setUpTestApp((opened) => void (server = opened));
beforeEach(async () => {
  shop = await createTestShop(server.db);
  await recordPrices(server, shop);
  buyer = new TestBuyer(server, shop);
});

const settle = (olderThanSeconds = -1) => {
  const outside = testProviders(server);
  return settleOpenPayments(
    { connections: server.connections, providers: outside, findSeller: sellerFinder(server.db, 0), log },
    olderThanSeconds,
  );
};
const rows = async (table: "payment" | "ticket_order" | "outbox" | "test_gateway_intent" | "ticket") =>
  (await server.db.selectFrom(table).selectAll().where("seller_id", "=", shop.seller_id).execute()) as Record<
    string,
    unknown
  >[];
/** Lets the test gateway's debits clear. */
const clearDebit = () =>
  server.db
    .updateTable("test_gateway_intent")
    .set({ created_at: "2026-01-01T00:00:00Z" })
    .where("seller_id", "=", shop.seller_id)
    .execute();

describe("a guest buys", () => {
  test("keeps their own cart, which blocks and changes no other", async () => {
    const earlier = await buyer.hold(1);
    await buyer.pay(earlier, cards.good);
    await buyer.checkOut(earlier);
    const next = new TestBuyer(server, shop);
    await next.pay(await next.hold(1), cards.good);
    const leases = await server.db
      .selectFrom("cart")
      .select(["id", "leased_until"])
      .where("seller_id", "=", shop.seller_id)
      .orderBy("created_at")
      .execute();
    expect(leases).toMatchObject([{ id: earlier.id, leased_until: null }, { leased_until: "infinity" }]);
  });

  test("a guest buys with a good card gets one order with tickets, payment and e-mail", async () => {
    const cart = await buyer.hold(2);
    expect(cart.outstanding_balance).toBe("40.00");
    const paid = await buyer.pay(cart, cards.good);
    expect(paid).toMatchObject({
      status: 200,
      body: { payment: { _data: [{ state: "authorized", amount: "40.00", gateway_id: "test" }] } },
    });
    const { status, body } = await buyer.checkOut(cart);
    expect(status).toBe(200);
    expect(body.outcome).toBe("completed");
    expect(body.ticket_order._data[0]).toMatchObject({
      cart_id: cart.id,
      currency: "USD",
      ticket_order_fees: [{ total_after_fees_price: "40.00" }],
    });
    expect(body.ticket._data.map((ticket: { state: string }) => ticket.state)).toEqual(["booked", "booked"]);
    const codes = body.ticket._data.map((ticket: { scan_code: string }) => ticket.scan_code);
    expect(new Set(codes).size).toBe(2);
    for (const code of codes) expect(code).toMatch(/^[0-9A-F]{32}$/);
    expect(await rows("payment")).toMatchObject([
      { state: "captured", amount: 4000, ticket_order_id: body.ticket_order._data[0].id },
    ]);
    expect(await rows("outbox")).toMatchObject([
      { kind: "order_confirmation", to_address: "ada@example.org", state: "queued" },
    ]);
  });

  test("a guest buys gets free tickets without a payment", async () => {
    shop = await createTestShop(server.db, {
      event: { groups: [{ types: [{ name: "Friend", currency_amount: 0, fee_fixed_outside: 150 }] }] },
    });
    await recordPrices(server, shop);
    buyer = new TestBuyer(server, shop);
    const cart = await buyer.hold(3);
    expect(cart.outstanding_balance).toBe("0");
    expect(await buyer.payFree(cart)).toMatchObject({ status: 200, body: { payment: { _data: [] } } });
    expect(await buyer.checkOut(cart)).toMatchObject({ status: 200, body: { outcome: "completed" } });
    expect(await rows("payment")).toEqual([]);
  });

  test("pays after a further step at the bank", async () => {
    const cart = await buyer.hold();
    await buyer.savePurchaser(cart);
    const response = await buyer.pay(cart, cards.requiresAction);
    expect(response).toMatchObject({
      status: 402,
      body: { _data: [{ _code: "intent_requires_action", _context: "payment" }] },
    });
    const { payment_id, action_url } = response.body._data[0]._extra;
    const bank = await server.app.inject({ url: action_url.replace("http://localhost", "") });
    expect(bank.payload).toContain("Test mode");
    const back = await server.app.inject({
      method: "POST",
      url: action_url.replace("http://localhost", ""),
      payload: "decision=agree",
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    expect(back.headers.location).toBe(`/${shop.slug}/checkout/${cart.id}?payment_intent_client_secret=${payment_id}`);
    expect(await buyer.resumePayment(cart, payment_id)).toMatchObject({
      status: 200,
      body: { payment: { _data: [{ id: payment_id, state: "authorized" }] } },
    });
    expect(await buyer.checkOut(cart, {})).toMatchObject({ status: 200, body: { outcome: "completed" } });
  });

  test("a guest buys may try another card after refusing at the bank", async () => {
    const cart = await buyer.hold();
    const { payment_id, action_url } = (await buyer.pay(cart, cards.requiresAction)).body._data[0]._extra;
    await server.app.inject({
      method: "POST",
      url: action_url.replace("http://localhost", ""),
      payload: "decision=refuse",
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    expect(await buyer.resumePayment(cart, payment_id)).toMatchObject({
      status: 402,
      body: {
        _data: [
          {
            _code: "card_declined",
            _description: "Your card has not been charged. Your bank could not confirm this payment.",
          },
        ],
      },
    });
    await buyer.pay(cart, cards.good);
    expect(await buyer.checkOut(cart)).toMatchObject({ status: 200, body: { outcome: "completed" } });
  });

  test("a guest buys with a debit first gets 'pending', and an order and e-mail once it clears", async () => {
    const cart = await buyer.hold();
    expect(await buyer.pay(cart, cards.clearsLater)).toMatchObject({
      status: 200,
      body: { payment: { _data: [{ state: "processing" }] } },
    });
    expect(await buyer.checkOut(cart)).toMatchObject({
      status: 200,
      body: { outcome: "pending", ticket_order: { _data: [] } },
    });
    await settle();
    expect(await rows("ticket_order")).toEqual([]);
    await clearDebit();
    await settle();
    expect(await rows("ticket_order")).toMatchObject([{ cart_id: cart.id, total: 4000 }]);
    expect(await rows("outbox")).toHaveLength(1);
    expect((await buyer.get(`/my/cart/${cart.id}`)).body.cart._data[0].ticket_order_id).toBe(
      (await rows("ticket_order"))[0]?.id,
    );
  });

  test("a guest buys gets no order when the debit is returned unpaid", async () => {
    const cart = await buyer.hold();
    await buyer.pay(cart, cards.neverClears);
    await buyer.checkOut(cart);
    await clearDebit();
    await settle();
    expect(await rows("ticket_order")).toEqual([]);
    expect(await rows("payment")).toMatchObject([{ state: "failed" }]);
    await settle();
    const emails = (await rows("outbox")).filter(({ kind }) => kind === "payment_returned");
    expect(emails).toHaveLength(1);
    expect(JSON.stringify(emails[0]?.message)).toContain("Your bank did not complete your payment of $40.00");
  });
});

describe("a declined card", () => {
  test.each([
    ["declined", cards.declined, "card_declined", "Your card has not been charged. Your card was declined."],
    [
      "without funds",
      cards.noFunds,
      "card_declined",
      "Your card has not been charged. Your card has insufficient funds.",
    ],
    [
      "with the wrong code",
      cards.wrongCvc,
      "incorrect_cvc",
      "Your card has not been charged. Your card's security code is incorrect.",
    ],
    [
      "that is no test card",
      "4111111111111111",
      "card_declined",
      "Your card has not been charged. Your card number is not one of the test cards.",
    ],
  ])("%s leaves the cart as it was", async (_, card, code, description) => {
    const cart = await buyer.hold();
    expect(await buyer.pay(cart, card)).toMatchObject({
      status: 402,
      body: { _data: [{ _code: code, _context: "payment", _description: description }] },
    });
    const after = (await buyer.get(`/my/cart/${cart.id}`)).body.cart._data[0];
    expect(after).toMatchObject({ state: "pending", payment_in_progress: false, outstanding_balance: "40.00" });
    await buyer.pay(cart, cards.good);
    expect((await buyer.checkOut(cart)).body.outcome).toBe("completed");
    expect((await rows("payment")).map((payment) => payment.state).toSorted()).toEqual(["captured", "failed"]);
  });
});

describe("an unsuitable tender", () => {
  test.each([
    ["too little", "39.99", "payment_incorrect_amount"],
    ["too much", "40.01", "payment_incorrect_amount"],
    ["nothing", "0", "payment_incorrect_amount"],
  ])("a tender of an unsuitable amount is refused: %s", async (_, amount, code) => {
    const cart = await buyer.hold();
    expect(await buyer.pay(cart, cards.good, amount)).toMatchObject({
      status: 422,
      body: { _data: [{ _code: code }] },
    });
    expect(await rows("payment")).toEqual([]);
  });

  test("'free' is refused while an amount is due", async () => {
    const cart = await buyer.hold();
    expect((await buyer.payFree(cart)).body._data[0]._code).toBe("payment_incorrect_amount");
    expect((await buyer.checkOut(cart)).body._data[0]._code).toBe("payment_incomplete");
  });

  test("a gateway that is not set up is refused by name", async () => {
    const cart = await buyer.hold();
    const stripe = await buyer.post(`/my/cart/${cart.id}/pay`, [
      { gateway_id: "stripe", amount: cart.outstanding_balance, gateway_data: {} },
    ]);
    expect(stripe.body._data[0]._code).toBe("gateway_not_available");
  });

  test.each([
    ["USD", 49, "payment_not_supported"],
    ["USD", 50, undefined],
    ["GBP", 29, "payment_not_supported"],
    ["GBP", 30, undefined],
  ])("%s %i minor units", async (currency, amount, code) => {
    shop = await createTestShop(server.db, {
      seller: { currency },
      event: { groups: [{ types: [{ currency_amount: amount }] }] },
    });
    await recordPrices(server, shop);
    buyer = new TestBuyer(server, shop);
    const paid = await buyer.pay(await buyer.hold(1), cards.good);
    expect(paid.body._data?.[0]._code).toBe(code);
    if (code) expect(paid.body._data[0]._description).toBe("Payment is not supported for this amount.");
  });
});

test("only the purchaser saved with a cart may be named by id", async () => {
  const cart = await buyer.hold(1);
  const { identity_id } = (await buyer.savePurchaser(cart)).body;
  const eve = new TestBuyer(server, shop);
  const theirs = await eve.hold(1);
  await buyer.pay(cart, cards.good);
  await eve.pay(theirs, cards.good);
  for (const id of [identity_id, cart.identity_id, crypto.randomUUID()])
    expect(await eve.checkOut(theirs, { guest_identity_id: id })).toMatchObject({
      status: 404,
      body: { _data: [{ _code: "not_found", _context: "identity" }] },
    });
  expect((await buyer.checkOut(cart, { guest_identity_id: identity_id })).body.outcome).toBe("completed");
});

test("another cart's payment is refused", async () => {
  const cheap = await buyer.hold(1);
  const dear = await buyer.hold(3);
  const { payment_id, action_url } = (await buyer.pay(cheap, cards.requiresAction)).body._data[0]._extra;
  await server.app.inject({
    method: "POST",
    url: action_url.replace("http://localhost", ""),
    payload: "decision=agree",
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
  for (const id of [payment_id, crypto.randomUUID()])
    expect((await buyer.resumePayment(dear, id)).body._data[0]._code).toBe("payment_incomplete");
  expect((await buyer.checkOut(dear)).body._data[0]._code).toBe("payment_incomplete");
  expect((await rows("payment")).map(({ cart_id }) => cart_id)).toEqual([cheap.id]);
});

test("booked tickets cannot be removed by a later cart", async () => {
  const bought = await buyer.buy(2);
  const order_id = bought.body.ticket_order._data[0].id;
  const tickets = await server.db
    .selectFrom("ticket")
    .select(["id", "state"])
    .where("ticket_order_id", "=", order_id)
    .orderBy("id")
    .execute();
  const remove = tickets.map(({ id }) => id);
  const cart = await buyer.hold(1);
  for (const [path, body] of [
    [`/my/cart/${cart.id}/modify`, { remove }],
    [`/my/cart/${cart.id}/modify`, { remove: [...remove, cart.lines[0]?.types[0]?.ticket_ids[0]] }],
    [`/cart/${cart.id}/remove`, { tickets: remove }],
    [`/my/cart/modify`, { add: [], remove }],
  ] as const)
    expect(await buyer.post(path, body)).toMatchObject({
      status: 404,
      body: { _data: [{ _code: "ticket_not_found", _context: "cart_remove_tickets" }] },
    });
  expect(
    await server.db
      .selectFrom("ticket")
      .select(["id", "state"])
      .where("ticket_order_id", "=", order_id)
      .orderBy("id")
      .execute(),
  ).toEqual(tickets);
  expect((await buyer.get(`/my/cart/${cart.id}`)).body.ticket._data).toHaveLength(1);
});

describe("a session that is cancelled while its tickets are held", () => {
  test.each([
    ["is not paid for", 2000],
    ["is not given away for free either", 0],
  ])("a session that is cancelled while its tickets are held %s", async (_, currency_amount) => {
    shop = await createTestShop(server.db, { event: { groups: [{ types: [{ currency_amount }] }] } });
    buyer = new TestBuyer(server, shop);
    const cart = await buyer.hold(1);
    await server.db.updateTable("event_session").set({ cancelled: true }).where("id", "=", shop.session.id).execute();
    const offered = await (currency_amount > 0 ? buyer.pay(cart, cards.good) : buyer.payFree(cart));
    expect(offered).toMatchObject({
      status: 422,
      body: { _data: [{ _code: "event_session_not_on_sale", _context: "checkout" }] },
    });
    expect((await buyer.checkOut(cart)).body._data[0]._code).toBe(
      currency_amount > 0 ? "payment_incomplete" : "event_session_not_on_sale",
    );
    expect([await rows("payment"), await rows("ticket_order")]).toEqual([[], []]);
    const tickets = cart.lines[0]?.types[0]?.ticket_ids;
    expect((await buyer.post(`/cart/${cart.id}/remove`, { tickets })).status).toBe(200);
  });
});

describe("the purchaser", () => {
  test.each([
    ["no name", { ...ada, first_name: " " }, ["first_name"]],
    ["no e-mail", { ...ada, email: "ada" }, ["email"]],
    ["a header in the e-mail", { ...ada, email: "ada@example.org\r\nBcc: eve@example.org" }, ["email"]],
  ])("the purchaser with %s is asked again", async (_, identity, fields) => {
    const cart = await buyer.hold();
    await buyer.pay(cart, cards.good);
    const answer = await buyer.checkOut(cart, { identity });
    expect(answer).toMatchObject({
      status: 422,
      body: { _data: [{ _code: "validation_failed", _context: "identity", _extra: { fields } }] },
    });
    expect((await buyer.checkOut(cart)).body.outcome).toBe("completed");
  });

  test("the purchaser has to accept the terms where the seller has them", async () => {
    shop = await createTestShop(server.db, {
      seller: { web: JSON.stringify({ terms: { html: "<p>No refunds.</p><script>x</script>", version: "2" } }) },
    });
    await recordPrices(server, shop);
    buyer = new TestBuyer(server, shop);
    const cart = await buyer.hold();
    await buyer.pay(cart, cards.good);
    expect((await buyer.checkOut(cart)).body._data[0]._code).toBe("terms_not_accepted");
    // The buyer's page may show older terms; the refusal contains the current ones, without scripts.
    const ofOlderTerms = await buyer.checkOut(cart, { identity: ada, terms_accepted: true, terms_version: "1" });
    expect(ofOlderTerms.body._data[0]).toMatchObject({
      _code: "terms_not_accepted",
      _extra: { terms: { html: "<p>No refunds.</p>", version: "2" } },
    });
    expect((await buyer.checkOut(cart, { identity: ada, terms_accepted: true, terms_version: "2" })).body.outcome).toBe(
      "completed",
    );
  });

  test("the purchaser cannot pay for or check out another visitor's cart", async () => {
    const cart = await buyer.hold();
    const eve = new TestBuyer(server, shop);
    await eve.hold(1);
    for (const answer of [await eve.pay(cart, cards.good), await eve.checkOut(cart), await eve.savePurchaser(cart)])
      expect(answer.status).toBe(404);
    expect(await rows("payment")).toEqual([]);
  });

  test("the purchaser is not shown the tickets once the cart is over", async () => {
    const cart = await buyer.hold();
    await server.db
      .updateTable("cart")
      .set({ expires_at: Temporal.Now.instant().subtract({ seconds: 1 }).toString() })
      .where("id", "=", cart.id)
      .execute();
    expect(await buyer.pay(cart, cards.good)).toMatchObject({
      status: 410,
      body: { _data: [{ _code: "cart_expired", _description: "Cart timed out" }] },
    });
    expect(await rows("payment")).toEqual([]);
  });
});

describe("repeated requests", () => {
  test("a repeated checkout answers with the same order", async () => {
    const cart = await buyer.hold();
    await buyer.pay(cart, cards.good);
    const [first, second] = [await buyer.checkOut(cart), await buyer.checkOut(cart)];
    expect(second.body.ticket_order).toEqual(first.body.ticket_order);
    expect(await rows("ticket_order")).toHaveLength(1);
    expect(await rows("outbox")).toHaveLength(1);
  });

  test("paying for a completed cart names its order", async () => {
    const cart = await buyer.hold();
    await buyer.pay(cart, cards.good);
    const { body } = await buyer.checkOut(cart);
    const order_id = body.ticket_order._data[0].id;
    expect(await buyer.pay(cart, cards.good)).toMatchObject({
      status: 409,
      body: {
        _data: [
          {
            _code: "cart_booked",
            _description: `Cart with order ID ${order_id} has been booked.`,
            _extra: { order_id },
          },
        ],
      },
    });
  });
});

describe("an order", () => {
  test("opens for its buyer and for its e-mail's link only", async () => {
    const { body } = await buyer.buy();
    const { id, token } = body.ticket_order._data[0];
    const eve = new TestBuyer(server, shop);
    expect((await buyer.get(`/ticket_order/${id}`)).body.lines[id]).toMatchObject([
      { types: [{ count: 2, name: "Adult" }] },
    ]);
    expect((await eve.get(`/ticket_order/${id}?token=${token}`)).status).toBe(200);
    expect((await eve.get(`/ticket_order/${id}`)).body._data[0]._description).toBe("We could not find that order.");
    expect((await eve.get(`/ticket_order?id._in=${id}`)).body.ticket_order._data).toEqual([]);
    expect((await eve.get(`/ticket_order/${id}?token=${"A".repeat(43)}`)).status).toBe(404);
    expect(
      (await buyer.get(`/ticket_order?id._in=${Array.from({ length: 21 }, () => crypto.randomUUID()).join(",")}`))
        .status,
    ).toBe(400);
  });

  test("shows no more personal data than necessary", async () => {
    const { body } = await buyer.buy();
    expect(JSON.stringify(body)).not.toMatch(/Lovelace|ada@example/);
  });

  test("an order has an uncached QR code with its scan code", async () => {
    const { body } = await buyer.buy();
    const { id, token } = body.ticket_order._data[0];
    const answer = await server.app.inject({
      url: `/cached_api/ticket_order/${id}/qrcode?margin=4&token=${token}&_seller=${shop.slug}`,
    });
    expect(answer.headers["content-type"]).toBe("image/png");
    expect(answer.headers["cache-control"]).toBe("private, no-store");
    const { data, info } = await sharp(answer.rawPayload).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    const read = jsqr as unknown as (
      pixels: Uint8ClampedArray,
      width: number,
      height: number,
    ) => { data: string } | null;
    expect(read(new Uint8ClampedArray(data), info.width, info.height)?.data).toBe(
      (await rows("ticket_order"))[0]?.scan_code,
    );
    expect(
      (await server.app.inject({ url: `/cached_api/ticket_order/${id}/qrcode?_seller=${shop.slug}` })).statusCode,
    ).toBe(404);
    expect(
      (
        await server.app.inject({
          url: `/cached_api/ticket_order/${id}/qrcode?margin=21&token=${token}&_seller=${shop.slug}`,
        })
      ).statusCode,
    ).toBe(400);
  });

  test("an order is confirmed by an e-mail with contents, date and how to get in", async () => {
    await buyer.buy();
    const [mail] = await rows("outbox");
    const email = mail?.message as { subject: string; text: string; html: string };
    const [order] = await rows("ticket_order");
    expect(email.subject).toMatch(/^Your tickets for /);
    expect(email.text).toContain("2 × Adult");
    expect(email.text).toContain("$40.00");
    expect(email.text).toMatch(/10:00.AM E[SD]T/);
    expect(email.html).toContain('src="cid:code"');
    expect(email.html).toContain(`/checkout/complete?orderIds=${String(order?.id)}&#38;token=`);
    expect(email.text).not.toContain(String(order?.scan_code));
  });

  test("the e-mail escapes names and fills in only known placeholders", async () => {
    await server.db
      .updateTable("seller")
      .set({
        strings: JSON.stringify({
          "mail.order.subject": "{constructor}{__proto__}${first_name} for {name}",
          "mail.order.intro": "<b>{order_number}</b> {toString}{{seller}}",
        }),
      })
      .where("id", "=", shop.seller_id)
      .execute();
    // Servers reload sellers every two seconds.
    const again = await openTestApp({}, server);
    try {
      const guest = new TestBuyer(again, shop);
      const cart = await guest.hold();
      await guest.pay(cart, cards.good);
      const first_name = "=Ada<img src=x onerror=alert(1)>";
      expect((await guest.checkOut(cart, { identity: { ...ada, first_name } })).status).toBe(200);
      const mails = await rows("outbox");
      const email = mails.at(-1)?.message as { subject: string; text: string; html: string };
      expect(email.subject).toBe(`$${first_name} for Whales of the Harbor`);
      expect(email.html).not.toMatch(/<img src=x|<b>|native code/);
      expect(email.html).toContain("&#60;img src=x onerror=alert(1)&#62;");
    } finally {
      await again.close();
    }
  });
});

describe("stale payments", () => {
  test("an authorization with a purchaser is captured and makes the order", async () => {
    const cart = await buyer.hold();
    await buyer.savePurchaser(cart);
    await buyer.pay(cart, cards.good);
    await settle();
    expect(await rows("ticket_order")).toMatchObject([{ cart_id: cart.id, total: 4000 }]);
    expect(await rows("test_gateway_intent")).toMatchObject([{ status: "succeeded" }]);
  });

  test("an authorization without a purchaser is voided, and the cart continues", async () => {
    const cart = await buyer.hold();
    await buyer.pay(cart, cards.good);
    await settle();
    expect(await rows("test_gateway_intent")).toMatchObject([{ status: "canceled" }]);
    expect((await rows("payment"))[0]?.state).toBe("voided");
    await buyer.pay(cart, cards.good);
    expect((await buyer.checkOut(cart)).body.outcome).toBe("completed");
  });

  test("a payer at their bank is waited for until the lease ends", async () => {
    const cart = await buyer.hold();
    await buyer.pay(cart, cards.requiresAction);
    await settle();
    expect((await rows("payment"))[0]?.state).toBe("created");
    await server.db
      .updateTable("cart")
      .set({ leased_until: "2026-01-01T00:00:00Z" })
      .where("id", "=", cart.id)
      .execute();
    await settle();
    expect((await rows("payment"))[0]?.state).toBe("voided");
    expect(await rows("test_gateway_intent")).toMatchObject([{ status: "canceled" }]);
  });

  test("a payment that never reached its provider is closed", async () => {
    const cart = await buyer.hold();
    await server.db
      .insertInto("payment")
      .values({
        seller_id: shop.seller_id,
        id: crypto.randomUUID(),
        cart_id: cart.id,
        cart_version: 1,
        gateway_id: "test",
        amount: 4000,
        currency: "USD",
        gateway_data: "{}",
      })
      .execute();
    await settle();
    expect((await rows("payment"))[0]?.state).toBe("failed");
    await buyer.pay(cart, cards.good);
    expect((await buyer.checkOut(cart)).body.outcome).toBe("completed");
    expect(logged).toEqual([]);
  });
});

describe("the confirmation e-mail", () => {
  const mails = () => rows("outbox");

  test("the confirmation e-mail is not sent to a purchaser who opted out", async () => {
    const cart = await buyer.hold(1);
    await buyer.pay(cart, cards.good);
    expect((await buyer.checkOut(cart, { identity: ada, send_email: false })).body.outcome).toBe("completed");
    expect(await mails()).toEqual([]);
    const again = await buyer.hold(1);
    await buyer.pay(again, cards.good);
    await buyer.checkOut(again, { identity: ada, send_email: true });
    expect(await mails()).toHaveLength(1);
  });

  test("the confirmation e-mail is not sent to them when a debit clears later either", async () => {
    const cart = await buyer.hold(1);
    await buyer.pay(cart, cards.clearsLater);
    expect((await buyer.checkOut(cart, { identity: ada, send_email: false })).body.outcome).toBe("pending");
    await clearDebit();
    await settle();
    expect(await rows("ticket_order")).toHaveLength(1);
    expect(await mails()).toEqual([]);
  });

  test("the confirmation e-mail is sent although another visitor opted out", async () => {
    const cart = await buyer.hold(1);
    await buyer.pay(cart, cards.good);
    await buyer.savePurchaser(cart);
    const stranger = new TestBuyer(server, shop);
    await stranger.post(`/cart/${cart.id}/guest_checkout`, {
      identity: { first_name: "Eve", last_name: "Moriarty", email: "eve@example.org" },
      send_email: false,
    });
    expect((await mails()).map((mail) => mail.to_address)).toEqual([ada.email]);
  });
});

test("refuses to renew a membership or remove tickets that are not there", async () => {
  const cart = await buyer.hold(1);
  const offer = {
    gateway_id: "test",
    amount: cart.outstanding_balance,
    gateway_data: { card: { number: cards.good, expiry: "12/40", cvc: "123" } },
  };
  expect((await buyer.post(`/my/cart/${cart.id}/pay`, [{ ...offer, auto_renew: true }])).status).toBe(422);
  expect((await buyer.post(`/my/cart/${cart.id}/modify`, { reserve: false })).status).toBe(422);
  expect((await buyer.post(`/my/cart/${cart.id}/modify`, { reserve: true })).status).toBe(200);
  expect((await buyer.post(`/my/cart/${cart.id}/pay`, [{ ...offer, auto_renew: false }])).status).toBe(200);
});

test("ignores an unknown code from a link, and refuses an unknown code of a hold", async () => {
  const add = [ticketLine(shop.event, 1)];
  const codes = { codes: ["SUMMER"] };
  const held = await buyer.post("/my/cart/modify", { add, preloadedPromoCodes: codes });
  expect([held.status, held.body.ticket._data.length]).toEqual([200, 1]);
  expect((await buyer.post("/my/cart/modify", { add, preReservePromoCodes: codes })).body._data[0]._code).toBe(
    "code_not_found",
  );
});
