import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { BoughtGiftCard } from "@foyer/contract/shop/giftcards.ts";
import { checkInvariants } from "../../cli/checkInvariants.ts";
import { createTestShop, type TestEvent, type TestShop } from "../../../test/shop/createTestShop.ts";
import { sellerFinder } from "../../http/sellerFinder.ts";
import type { EmailMessage } from "../../providers/mail/mailTransport.ts";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import { TestBuyer, cards } from "../../../test/shop/testBuyer.ts";
import {
  holdGiftCards,
  createGiftCardEvent,
  readCardEntries,
  giftCardSeller,
  type GiftCardOptions,
} from "../../../test/payments/giftCards.ts";
import { giftCardEmail } from "./giftCardEmail.ts";
import { issueGiftCards } from "./issueGiftCards.ts";
import { revokeGiftCards } from "./revokeGiftCards.ts";
import { keylessProviders } from "../../../test/app/testProviders.ts";

let server: TestApp;
let shop: TestShop;
let event: TestEvent;
beforeAll(async () => {
  server = await openTestApp();
  shop = await createTestShop(server.db, { seller: giftCardSeller });
  event = await createGiftCardEvent(server, shop);
});
afterAll(() => server.close());

const buy = async (options: GiftCardOptions = {}) => {
  const { buyer, cart } = await holdGiftCards(server, shop, event, options);
  await buyer.pay(cart, cards.good);
  const { body } = await buyer.checkOut(cart);
  const order_id: string = body.ticket_order._data[0].id;
  const order = (await buyer.get(`/ticket_order/${order_id}`)).body;
  return {
    buyer,
    order_id,
    token: order.ticket_order._data[0].token,
    bought: order.gift_card._data as BoughtGiftCard[],
  };
};
const accounts = (order_id: string) =>
  server.db
    .selectFrom("ledger_account as a")
    .innerJoin("ticket as t", (join) =>
      join.onRef("t.seller_id", "=", "a.seller_id").onRef("t.id", "=", "a.source_ticket_id"),
    )
    .select(["a.id", "a.balance", "a.state", "a.ledger_id", "a.number"])
    .where("t.ticket_order_id", "=", order_id)
    .execute();
const sellerOf = async () => {
  const seller = await sellerFinder(server.db, 0)(shop.slug);
  if (!seller) throw new Error("The seller is missing.");
  return seller;
};
const createUseCaseContext = async () => ({
  db: server.connections.forSeller(shop.seller_id),
  seller: await sellerOf(),
  providers: {
    sign: () => "",
    findGateway: async () => undefined,
    ...keylessProviders,
    mail: undefined,
    origin: "http://localhost",
  },
});
const issueAgain = async (order_id: string) => issueGiftCards(await createUseCaseContext(), order_id);

describe("a sold gift card", () => {
  test("a sold gift card is worth its price, and its number is in the order", async () => {
    const { order_id, bought } = await buy();
    expect(bought).toMatchObject([{ ticket_order_id: order_id, amount: "50.00", balance: "50.00", state: "active" }]);
    expect(await accounts(order_id)).toMatchObject([{ balance: 5000, ledger_id: "cards", number: bought[0]?.number }]);
  });

  test("a sold gift card is one per ticket, each with its own number", async () => {
    const { order_id, bought } = await buy({ quantity: 3, type: 1, face_value: "12.50" });
    expect(new Set(bought.map(({ number }) => number)).size).toBe(3);
    expect((await accounts(order_id)).map(({ balance }) => balance)).toEqual([1250, 1250, 1250]);
  });

  test("a sold gift card is shown only to visitors who may see the order", async () => {
    const { order_id, token, bought } = await buy();
    const number = bought[0]?.number ?? "";
    const guest = new TestBuyer(server, shop);
    await guest.hold(1);
    for (const path of [`/ticket_order/${order_id}`, `/ticket_order?id._in=${order_id}`]) {
      expect(JSON.stringify((await guest.get(path)).body)).not.toContain(number);
      const byMail = `${path}${path.includes("?") ? "&" : "?"}token=${token}`;
      expect(JSON.stringify((await guest.get(byMail)).body)).toContain(number);
    }
  });

  test("a sold gift card is not made for other tickets", async () => {
    const buyer = new TestBuyer(server, shop);
    const order_id = (await buyer.buy(1)).body.ticket_order._data[0].id;
    expect((await buyer.get(`/ticket_order/${order_id}`)).body.gift_card).toEqual({ _data: [] });
    expect(await accounts(order_id)).toEqual([]);
  });

  test("a sold gift card of a seller without a ledger belongs to the seller's slug", async () => {
    const bare = await createTestShop(server.db);
    const { buyer, cart } = await holdGiftCards(server, bare, await createGiftCardEvent(server, bare));
    await buyer.pay(cart, cards.good);
    const order_id = (await buyer.checkOut(cart)).body.ticket_order._data[0].id;
    expect(await accounts(order_id)).toMatchObject([{ ledger_id: bare.slug }]);
  });
});

describe("the number of a gift card", () => {
  const mails = async (order_id: string) => {
    const tickets = server.db.selectFrom("ticket").select("id").where("ticket_order_id", "=", order_id);
    return server.db
      .selectFrom("outbox")
      .select(["kind", "to_address", "message"])
      .where((eb) => eb.or([eb("ref_id", "=", order_id), eb("ref_id", "in", tickets)]))
      .orderBy("kind")
      .execute() as Promise<{ kind: string; to_address: string; message: EmailMessage }[]>;
  };

  test("the number of a gift card is in the buyer's confirmation", async () => {
    const { order_id, bought } = await buy({ quantity: 2 });
    const [confirmation, ...others] = await mails(order_id);
    expect(others).toEqual([]);
    expect(confirmation).toMatchObject({ kind: "order_confirmation", to_address: "ada@example.org" });
    for (const { number } of bought) {
      expect(confirmation?.message.text).toContain(`${number}: $50.00`);
      expect(confirmation?.message.html).toContain(number);
    }
  });

  test("the number of a gift card is sent to the recipient with the giver's message", async () => {
    const options = {
      admit_names: ["Grace Hopper"],
      admit_emails: ["grace@example.org"],
      message: "For <you> & yours",
    };
    const { order_id, bought } = await buy(options);
    const email = (await mails(order_id)).find(({ kind }) => kind === "gift_card");
    expect(email?.to_address).toBe("grace@example.org");
    expect(email?.message.subject).toBe("Ada Lovelace sent you a gift card for Harbor Museum");
    expect(email?.message.text.split("\n\n").slice(0, 4)).toEqual([
      "Grace Hopper, this is for you.",
      "You have received a gift card worth $50.00 for Harbor Museum. Enter its number at checkout to pay with it.",
      "For <you> & yours",
      `Gift card\n${bought[0]?.number}\nValue: $50.00`,
    ]);
    expect(email?.message.html).toContain("For &#60;you&#62; &#38; yours");
    // The e-mail reveals nothing else of the order.
    for (const secret of [order_id, "token=", "ada@example"]) expect(email?.message.html).not.toContain(secret);
  });

  test("the number of a gift card is sent to each recipient with an address", async () => {
    const { order_id, bought } = await buy({ quantity: 3, admit_emails: ["one@example.org", "", "two@example.org"] });
    const emails = (await mails(order_id)).filter(({ kind }) => kind === "gift_card");
    expect(emails.map(({ to_address }) => to_address).toSorted()).toEqual(["one@example.org", "two@example.org"]);
    const namedCounts = emails.map(
      ({ message }) => bought.filter(({ number }) => message.text.includes(number)).length,
    );
    expect(namedCounts).toEqual([1, 1]);
    expect(new Set(emails.map(({ message }) => message.text)).size).toBe(2);
  });

  test("the e-mail omits names that were not given", async () => {
    const email = giftCardEmail(await sellerOf(), "http://localhost", {
      number: "7K3M-Q2XW",
      amount: "10.00",
      currency: "USD",
      to: " ",
      from: "",
      message: "",
      valid_to: "2032-01-01T05:00:00Z",
    });
    expect(email.subject).toBe("A gift card for Harbor Museum");
    expect(email.text).toContain("This is for you.");
    expect(email.text).toContain("It can be used until December 31, 2031.");
  });
});

describe("issuing", () => {
  test("many times at once makes one gift card", async () => {
    const { order_id } = await buy();
    for (let round = 0; round < 50; round++) await Promise.all([1, 2, 3, 4].map(() => issueAgain(order_id)));
    expect(await accounts(order_id)).toHaveLength(1);
    expect(await checkInvariants(server.db)).toEqual([]);
  });
});

describe("refunding the sale", () => {
  const revoke = async (order_id: string) => revokeGiftCards(await createUseCaseContext(), order_id);
  const cancel = (order_id: string) =>
    server.db.updateTable("ticket").set({ state: "unbooked" }).where("ticket_order_id", "=", order_id).execute();

  test("empties and deactivates an unspent gift card", async () => {
    const { order_id } = await buy({ quantity: 2 });
    expect(await revoke(order_id)).toEqual({ spent: [] });
    expect(await revoke(order_id)).toEqual({ spent: [] });
    const [one, two] = await accounts(order_id);
    expect([one, two]).toMatchObject([
      { state: "inactive", balance: 0 },
      { state: "inactive", balance: 0 },
    ]);
    expect(await readCardEntries(server, one ?? { id: "" })).toEqual(["issue 5000", "adjust -5000"]);
    await cancel(order_id);
  });

  test("deactivates a partly spent gift card, whose balance stays for manual review", async () => {
    const { order_id } = await buy();
    const [card] = await accounts(order_id);
    await server.db.executeQuery(
      server.db
        .updateTable("ledger_account")
        .set({ balance: 4000 })
        .where("id", "=", card?.id ?? "")
        .compile(),
    );
    expect(await revoke(order_id)).toEqual({ spent: [card?.id] });
    expect(await revoke(order_id)).toEqual({ spent: [] });
    expect(await accounts(order_id)).toMatchObject([{ state: "inactive", balance: 4000 }]);
  });
});
