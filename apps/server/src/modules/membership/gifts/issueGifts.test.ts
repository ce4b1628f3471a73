import { beforeAll, describe, expect, test } from "vitest";
import { createCart, getCart, modifyCart } from "@foyer/contract/shop/cart.ts";
import type { TicketRequest } from "@foyer/contract/shop/cartChange.ts";
import { lookUpCode } from "@foyer/contract/shop/codes.ts";
import { getOrder } from "@foyer/contract/shop/orders/orders.ts";
import { createGiftee } from "@foyer/contract/shop/login.ts";
import { newId } from "../../../db/newId.ts";
import { createTestEvent, type TestShop } from "../../../../test/shop/createTestShop.ts";
import { beginEmptyCart } from "../../../../test/cart/cartShop.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { TestBrowser } from "../../../../test/app/testBrowser.ts";
import { ada, TestBuyer, cards, recordPrices } from "../../../../test/shop/testBuyer.ts";
import { createTestUser } from "../../../../test/accounts/members.ts";
import {
  setTermEnd,
  membershipRequest,
  buyMembership,
  cartFromResponse,
  daysFromNow,
  readMemberships,
  type TestLevels,
} from "../../../../test/accounts/membershipLevels.ts";
import { findSellerBySlug } from "../../../http/sellerFinder.ts";
import { refundPayment } from "../../checkout/refund/refundPayment.ts";
import { renewalProviders } from "../../../../test/accounts/renewals.ts";
import { newGiftCode } from "../issue/memberNumbers.ts";
import { ticketLine } from "../../../../test/shop/ticketLine.ts";
import { setUpLevels } from "../../../../test/accounts/setUpLevels.ts";

let server: TestApp;
let shop: TestShop;
let levels: TestLevels;
setUpLevels((opened) => void ({ server, shop, levels } = opened));

const grace = { first_name: "Grace", last_name: "Hopper", email: "grace@example.org" };
const couple = [
  { type: 0, name: "Grace Hopper", email: "grace@example.org" },
  { type: 1, name: "Howard Aiken" },
];
const nameGiftee = async (browser: TestBrowser): Promise<string> =>
  (await browser.call(createGiftee, grace)).body.identity_id;
const visit = (): TicketRequest => ticketLine(shop.event, 1);
const visitorWithSession = async () => {
  const browser = new TestBrowser(server, shop);
  await beginEmptyCart(browser, shop);
  return { browser };
};
const buyGift = async (level: "individual" | "family" = "individual", people = [{ type: 0 }]) => {
  const { browser } = await visitorWithSession();
  const giftee_identity_id = await nameGiftee(browser);
  const bought = await buyMembership(
    server,
    shop,
    membershipRequest(levels, levels[level], { people, action: "gift", giftee_identity_id }),
    { cookie: browser.cookie ?? "" },
  );
  const gifts = await server.db
    .selectFrom("membership_gift as g")
    .innerJoin("code as k", (join) => join.onRef("k.seller_id", "=", "g.seller_id").onRef("k.id", "=", "g.code_id"))
    .select(["g.id", "g.giftee_identity_id", "k.code", "k.valid_to", "k.max_uses", "k.is_gift", "k.retired"])
    .where("g.ticket_order_id", "=", bought.order_id)
    .execute();
  const [gift] = gifts;
  if (!gift) throw new Error("There is no gift.");
  return { ...bought, browser, giftee_identity_id, gifts, gift };
};
const redeem = (code: string, people = [couple[0]!], level = levels.individual) =>
  new TestBrowser(server, shop).call(createCart, {
    add: [membershipRequest(levels, level, { people })],
    preReservePromoCodes: { codes: [code] },
  });

describe("a gift", () => {
  test("a gift is a code of ten characters, valid once and for two years, and not a membership", async () => {
    const { gifts, gift, order_id, giftee_identity_id, cart } = await buyGift();
    expect(gifts).toHaveLength(1);
    expect(gift).toMatchObject({ giftee_identity_id, max_uses: 1, is_gift: true });
    expect(gift.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/);
    const ends = Temporal.Instant.from(gift.valid_to ?? "")
      .toZonedDateTimeISO(shop.timezone)
      .toPlainDate();
    expect(ends.toString()).toBe(Temporal.Now.plainDateISO(shop.timezone).add({ years: 2 }).toString());
    expect(await readMemberships(server, order_id)).toEqual([]);
    expect(cart).toMatchObject({
      membership_action: "gift",
      giftee: { id: giftee_identity_id, ...grace },
      outstanding_balance: "80.00",
    });
  });

  test("a gift of a family level is one code for all required people", async () => {
    const { gifts, cart } = await buyGift("family", [{ type: 0 }, { type: 1 }]);
    expect(gifts).toHaveLength(1);
    expect(cart.outstanding_balance).toBe("120.00");
  });

  test("shows the recipient's name in its order, but not the address", async () => {
    const { browser, order_id, response } = await buyGift();
    const token = response.body.ticket_order._data[0].token as string;
    for (const [who, more] of [
      [browser, {}],
      [new TestBrowser(server, shop), { token }],
    ] as const) {
      const { body } = await who.call(getOrder, { ticket_order_id: order_id, ...more });
      expect(body.giftees).toEqual({ [order_id]: "Grace Hopper" });
      expect(JSON.stringify(body)).not.toContain(grace.email);
    }
    const { order_id: own, cart } = await buyMembership(server, shop, membershipRequest(levels, levels.individual));
    expect(cart.giftee).toBeNull();
    expect((await browser.call(getOrder, { ticket_order_id: own })).status).toBe(404);
  });

  test("hides its recipient from people with the cart's link", async () => {
    const { browser } = await visitorWithSession();
    const giftee_identity_id = await nameGiftee(browser);
    const people = [{ type: 0 }];
    const add = [membershipRequest(levels, levels.individual, { people, action: "gift", giftee_identity_id })];
    const cart = cartFromResponse(await browser.call(createCart, { add }));
    const read = await browser.call(getCart, { cart_id: cart.id });
    expect(read.body.cart._data[0]?.giftee).toEqual({ id: giftee_identity_id, ...grace });
    const stranger = await server.get(shop.slug, `/api/cart/${cart.id}`);
    expect(stranger.body.cart._data[0]).toMatchObject({ giftee: null, membership_action: "gift" });
    expect(JSON.stringify(stranger.body)).not.toContain("grace@");
  });

  test("a gift loses its recipient when another visitor takes over the cart by its link", async () => {
    const { browser } = await visitorWithSession();
    const giftee_identity_id = await nameGiftee(browser);
    const people = [{ type: 0 }];
    const add = [membershipRequest(levels, levels.individual, { people, action: "gift", giftee_identity_id })];
    const cart = cartFromResponse(await browser.call(createCart, { add }));
    const taker = new TestBuyer(server, shop);
    const { body } = await taker.post(`/my/cart/${cart.id}/transfer`, {});
    expect(body.cart._data[0]).toMatchObject({ giftee: null, membership_action: "gift" });
    expect(JSON.stringify(body)).not.toContain("grace@");
    await taker.pay(body.cart._data[0], cards.good);
    const bought = await taker.checkOut(body.cart._data[0]);
    expect(bought.body.outcome).toBe("completed");
    const mails = await emailsOf(bought.body.ticket_order._data[0].id);
    expect(mails.map(({ to_address }) => to_address)).toEqual([ada.email, ada.email]);
  });

  test.each([
    ["whom another visitor named", async () => nameGiftee((await visitorWithSession()).browser)],
    ["who does not exist", async () => newId()],
    ["who is a user", async () => (await createTestUser(server.db, shop)).identity_id],
  ])("a gift is refused for a recipient %s", async (_, whom) => {
    const giftee_identity_id = await whom();
    const { browser } = await visitorWithSession();
    const add = [
      membershipRequest(levels, levels.individual, { people: [{ type: 0 }], action: "gift", giftee_identity_id }),
    ];
    const { status, code } = await browser.call(createCart, { add });
    expect([status, code]).toEqual([404, "not_found:identity"]);
  });

  test("a gift without a recipient sends its code to the giver", async () => {
    const wanted = membershipRequest(levels, levels.individual, { people: [{ type: 0 }], action: "gift" });
    const { order_id } = await buyMembership(server, shop, wanted);
    const mails = await emailsOf(order_id);
    expect(mails.map(({ kind, to_address }) => [kind, to_address])).toEqual([
      ["membership_given", ada.email],
      ["order_confirmation", ada.email],
    ]);
    expect(mails[0]?.message.text).toMatch(/redeem\?gift_code=[0-9A-Z]{10}/);
  });

  test.each([
    ["together with another ticket", "gift_needs_empty_cart:membership", async () => [gift(), visit()]],
    ["for a level without gifts", "validation_failed:membership", async () => [notGiven()]],
    [
      "for more people than required",
      "max_tickets_per_order_exceeded:membership",
      async () => [
        membershipRequest(levels, levels.family, { people: [{ type: 0 }, { type: 1 }, { type: 2 }], action: "gift" }),
      ],
    ],
    [
      "for too few people",
      "min_tickets_per_order_not_met:membership",
      async () => [membershipRequest(levels, levels.family, { people: [{ type: 0 }], action: "gift" })],
    ],
  ])("a gift is refused %s", async (_, refusal, add) => {
    expect((await new TestBrowser(server, shop).call(createCart, { add: await add() })).code).toBe(refusal);
  });
  const gift = () => membershipRequest(levels, levels.individual, { people: [{ type: 0 }], action: "gift" });
  let patron: TestLevels;
  beforeAll(async () => {
    const event = await createTestEvent(server.db, shop, {
      name: "Patrons",
      sessions: [],
      groups: [{ name: "Patron", handler: "membership", types: [{ name: "Patron", currency_amount: 100_000 }] }],
    });
    const [individual = levels.individual] = event.groups;
    patron = { ...levels, event, individual };
  });
  const notGiven = () => membershipRequest(patron, patron.individual, { people: [{ type: 0 }], action: "gift" });

  test("a gift cannot be combined with other tickets in a cart", async () => {
    const browser = new TestBrowser(server, shop);
    const cart = cartFromResponse(await browser.call(createCart, { add: [visit()] }));
    const beside = await browser.call(modifyCart, { cart_id: cart.id, add: [gift()] });
    expect([beside.status, beside.code]).toEqual([409, "gift_needs_empty_cart:membership"]);
    const alone = cartFromResponse(await browser.call(createCart, { add: [gift()] }));
    const after = await browser.call(modifyCart, { cart_id: alone.id, add: [visit()] });
    expect(after.code).toBe("gift_needs_empty_cart:membership");
  });
});

/** Refunds the only payment of an order. */
const refundGiver = async (order_id: string): Promise<void> => {
  const seller = await findSellerBySlug(server.db, shop.slug);
  const payment = await server.db
    .selectFrom("payment")
    .select("id")
    .where("ticket_order_id", "=", order_id)
    .executeTakeFirstOrThrow();
  if (!seller) throw new Error("There is a seller.");
  const context = { db: server.connections.forSeller(shop.seller_id), seller, providers: renewalProviders(server) };
  await refundPayment(context, { payment_id: payment.id, reason: "requested" });
};

type Mail = { kind: string; to_address: string; message: { subject: string; text: string; html: string } };
const emailsOf = async (order_id: string): Promise<Mail[]> => {
  const rows = await server.db
    .selectFrom("outbox")
    .select(["kind", "to_address", "message"])
    .where((eb) =>
      eb.or([
        eb("ref_id", "=", order_id),
        eb("ref_id", "in", eb.selectFrom("membership_gift").select("id").where("ticket_order_id", "=", order_id)),
      ]),
    )
    .orderBy("kind")
    .execute();
  return rows as unknown as Mail[];
};

describe("the e-mails of a gift", () => {
  test("send the code to the recipient and a confirmation to the giver", async () => {
    const { order_id, gift } = await buyGift();
    const mails = await emailsOf(order_id);
    expect(mails.map(({ kind, to_address }) => [kind, to_address])).toEqual([
      ["membership_gift", grace.email],
      ["membership_given", ada.email],
      ["order_confirmation", ada.email],
    ]);
    const [present, given, confirmation] = mails;
    expect(present?.message.subject).toBe("Ada Lovelace gave you a membership at Harbor Museum");
    expect(present?.message.text).toContain("Grace Hopper, this is for you.");
    expect(present?.message.text).toContain(`/${shop.slug}/membership/redeem?gift_code=${gift.code}`);
    for (const secret of [order_id, "token=", "ada@example"]) expect(present?.message.html).not.toContain(secret);
    expect(given?.message.text).toContain("We have emailed Grace Hopper at grace@example.org");
    expect(given?.message.html).not.toContain(gift.code);
    expect(confirmation?.message.text).not.toContain("Show this code at the door");
  });

  test("say in the giver's confirmation which level was given to whom", async () => {
    const { order_id } = await buyGift();
    const confirmation = (await emailsOf(order_id)).find(({ kind }) => kind === "order_confirmation")?.message;
    expect(confirmation?.text).toContain("Membership\nIndividual, gift\nGift for Grace Hopper\n");
    for (const fact of ["Individual, gift", "Gift for Grace Hopper"]) expect(confirmation?.html).toContain(`>${fact}<`);
  });

  test("say in the giver's confirmation the level only, where no recipient is named", async () => {
    const wanted = membershipRequest(levels, levels.individual, { people: [{ type: 0 }], action: "gift" });
    const { order_id } = await buyMembership(server, shop, wanted);
    const confirmation = (await emailsOf(order_id)).find(({ kind }) => kind === "order_confirmation")?.message;
    expect(confirmation?.text).toContain("Membership\nIndividual, gift\n");
    expect(confirmation?.text).not.toContain("Gift for");
  });

  test("say after a refund which level is no longer given", async () => {
    const { order_id } = await buyGift();
    await refundGiver(order_id);
    const refunded = (await emailsOf(order_id)).find(({ kind }) => kind === "order_cancelled")?.message;
    expect(refunded?.text).toContain("Membership\nIndividual, gift\n1 × Member");
  });
});

describe("redeeming a gift", () => {
  test("starts with a lookup that lists its levels", async () => {
    const { gift } = await buyGift();
    const { body } = await new TestBrowser(server, shop).call(lookUpCode, { code: gift.code });
    expect(body.code._data[0]).toMatchObject({ is_gift: true, exhausted: false, valid_from: null });
    expect(body.code._data[0]?.levels).toEqual([
      {
        ticket_group_id: levels.individual.id,
        event_template_id: levels.event.id,
        name: "Individual",
        _rank: 2,
        currency_amount: "80.00",
        discounted_amount: "0",
      },
      {
        ticket_group_id: levels.family.id,
        event_template_id: levels.event.id,
        name: "Family",
        _rank: 2,
        currency_amount: "120.00",
        discounted_amount: "40.00",
      },
    ]);
  });

  test("costs nothing, and starts the membership at once", async () => {
    const { gift } = await buyGift();
    const browser = new TestBrowser(server, shop);
    const cart = cartFromResponse(
      await browser.call(createCart, {
        add: [membershipRequest(levels, levels.individual, { people: [couple[0]!] })],
        preReservePromoCodes: { codes: [` ${gift.code.toLowerCase()} `] },
      }),
    );
    expect(cart).toMatchObject({ membership_action: "redeem", outstanding_balance: "0", giftee: null });
    const buyer = new TestBuyer(server, shop, browser.cookie);
    await buyer.payFree(cart);
    const response = await buyer.checkOut(cart, { identity: grace });
    const [made] = await readMemberships(server, response.body.ticket_order._data[0].id);
    expect(made).toMatchObject({ holder_email: grace.email, holder_name: "Grace Hopper", renews_id: null });
    expect(Math.abs(Temporal.Instant.from(made?.valid_from ?? "").epochMilliseconds - Date.now())).toBeLessThan(20_000);
    expect(await lookedUp(gift.code)).toMatchObject({ exhausted: true });
    expect((await redeem(gift.code)).code).toBe("code_exhausted:reserve");
  });

  test("redeeming a gift for a dearer level costs the difference", async () => {
    const { gift } = await buyGift();
    const answer = await redeem(gift.code, couple, levels.family);
    expect(cartFromResponse(answer)).toMatchObject({ membership_action: "redeem", outstanding_balance: "40.00" });
  });

  test("redeeming a gift of a level whose price has risen since is still free", async () => {
    const { gift } = await buyGift();
    const [type] = levels.individual.types;
    const setPrice = async (currency_amount: number) => {
      await server.db
        .updateTable("ticket_type")
        .set({ currency_amount })
        .where("id", "=", type?.id ?? "")
        .execute();
      await recordPrices(server, shop);
    };
    await setPrice(9000);
    try {
      const cart = cartFromResponse(await redeem(gift.code));
      expect(cart).toMatchObject({ membership_action: "redeem", outstanding_balance: "0" });
    } finally {
      await setPrice(8000);
    }
  });

  test("redeeming a gift for a family charges for its children", async () => {
    const { gift } = await buyGift("family", [{ type: 0 }, { type: 1 }]);
    const answer = await redeem(gift.code, [...couple, { type: 2, name: "Byron King" }], levels.family);
    expect(cartFromResponse(answer)).toMatchObject({ membership_action: "redeem", outstanding_balance: "5.00" });
  });

  test("redeeming a gift can renew one's own membership", async () => {
    const { gift } = await buyGift();
    const user = await createTestUser(server.db, shop);
    const { order_id } = await buyMembership(server, shop, membershipRequest(levels, levels.individual), {
      cookie: user.cookie,
    });
    const [made] = await readMemberships(server, order_id);
    await setTermEnd(server, made?.id ?? "", daysFromNow(3));
    const browser = new TestBrowser(server, shop, user.cookie);
    const cart = cartFromResponse(
      await browser.call(createCart, {
        add: [membershipRequest(levels, levels.individual, { action: "renew", renews_id: made?.id ?? "" })],
        preReservePromoCodes: { codes: [gift.code] },
      }),
    );
    expect(cart).toMatchObject({ membership_action: "renew", outstanding_balance: "0" });
    const buyer = new TestBuyer(server, shop, browser.cookie);
    await buyer.payFree(cart);
    const response = await buyer.checkOut(cart);
    expect((await readMemberships(server, response.body.ticket_order._data[0].id))[0]?.renews_id).toBe(made?.id);
  });

  test("redeeming a gift is possible again after the cart was emptied", async () => {
    const { gift } = await buyGift();
    const browser = new TestBrowser(server, shop);
    const held = await browser.call(createCart, {
      add: [membershipRequest(levels, levels.individual, { people: [couple[0]!] })],
      preReservePromoCodes: { codes: [gift.code] },
    });
    expect((await redeem(gift.code)).code).toBe("code_exhausted:reserve");
    await browser.call(modifyCart, {
      cart_id: cartFromResponse(held).id,
      remove: held.body.ticket._data.map(({ id }) => id),
    });
    expect((await redeem(gift.code)).status).toBe(200);
  });

  test.each([
    ["after two years", { valid_to: "2020-01-01T00:00:00Z" }],
    ["after its sale was cancelled", { retired: true }],
  ])("redeeming a gift is refused %s", async (_, change) => {
    const { gift } = await buyGift();
    await server.db.updateTable("code").set(change).where("code", "=", gift.code).execute();
    expect((await redeem(gift.code)).code).toBe("code_not_found:reserve");
  });

  test("redeeming a gift is refused after the giver was refunded, even in a cart that holds it", async () => {
    const { gift, order_id } = await buyGift();
    const browser = new TestBrowser(server, shop);
    const held = await browser.call(createCart, {
      add: [membershipRequest(levels, levels.individual, { people: [couple[0]!] })],
      preReservePromoCodes: { codes: [gift.code] },
    });
    const cart = cartFromResponse(held);
    await refundGiver(order_id);
    const buyer = new TestBuyer(server, shop, browser.cookie);
    await buyer.payFree(cart);
    const response = await buyer.checkOut(cart, { identity: grace });
    expect([response.status, response.body._data[0]._code]).toEqual([404, "code_not_found"]);
  });

  test("limits guessing of codes", async () => {
    const from = "203.0.113.77";
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 70; attempt++) {
      const { status } = await server.get(shop.slug, `/api/code/ZZZZZZZZ${String(attempt).padStart(2, "0")}`, {
        remoteAddress: from,
      });
      statuses.push(status);
    }
    expect(new Set(statuses)).toEqual(new Set([404, 429]));
    const { gift } = await buyGift();
    const lookUp = () => server.get(shop.slug, `/api/code/${gift.code}`, { remoteAddress: from });
    expect((await lookUp()).status).toBe(429);
  });
  test("redeeming a gift needs a code of fifty random bits", () => {
    const codes = Array.from({ length: 4000 }, newGiftCode);
    expect(new Set(codes).size).toBe(codes.length);
    // Each position has all thirty-two characters, and none of them twice as often as expected.
    for (let position = 0; position < 10; position++) {
      const often = [...Map.groupBy(codes, (code) => code[position]).values()].map(({ length }) => length);
      expect(often).toHaveLength(32);
      expect(Math.max(...often)).toBeLessThan(250);
    }
  });
  const lookedUp = async (code: string) =>
    (await new TestBrowser(server, shop).call(lookUpCode, { code })).body.code._data[0];
});

test("a declined payment issues no gift code", async () => {
  const browser = new TestBrowser(server, shop);
  const add = [membershipRequest(levels, levels.individual, { people: [{ type: 0 }], action: "gift" })];
  const cart = cartFromResponse(await browser.call(createCart, { add }));
  const before = await gifts();
  const buyer = new TestBuyer(server, shop, browser.cookie);
  await buyer.pay(cart, cards.declined);
  await buyer.checkOut(cart);
  expect(await gifts()).toBe(before);
});
const gifts = async (): Promise<number> =>
  (await server.db.selectFrom("membership_gift").select("id").execute()).length;
