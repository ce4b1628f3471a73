import { createCart, type Cart } from "@foyer/contract/shop/cart.ts";
import { createTestEvent, type TestEvent, type TestShop } from "../shop/createTestShop.ts";
import { issueAccounts } from "../../src/providers/payments/giftcard/ledger.sql.ts";
import type { TestApp } from "../app/testApp.ts";
import { TestBrowser } from "../app/testBrowser.ts";
import { TestBuyer } from "../shop/testBuyer.ts";

/** Options for `createTestShop`: a seller with gift cards. */
export const giftCardSeller = { configuration: JSON.stringify({ ledger_id: "cards" }) };

export type TestGiftCard = { readonly number: string; readonly id: string };
let issuedCount = 0;

/** A gift card with a balance in cents. */
export const createGiftCard = async (
  { db }: Pick<TestApp, "db">,
  { seller_id }: { readonly seller_id: string },
  amount: number,
  extra: { readonly currency?: string; readonly valid_to?: string; readonly ledger_id?: string } = {},
): Promise<TestGiftCard> => {
  const number = `7K3M-Q2XW-9ABC-DEFG-${String(++issuedCount).padStart(4, "0")}`;
  // In one transaction, as in the product: a backup taken meanwhile has either the card with its entry or neither.
  const [card] = await db
    .transaction()
    .execute((trx) =>
      issueAccounts(trx, seller_id, [
        { ledger_id: "cards", number, currency: "USD", amount, source_ticket_id: null, valid_to: null, ...extra },
      ]),
    );
  if (!card) throw new Error("The card was not issued.");
  return { number, id: card.id };
};

export const readCardBalance = async ({ db }: Pick<TestApp, "db">, { id }: Pick<TestGiftCard, "id">): Promise<number> =>
  (await db.selectFrom("ledger_account").select("balance").where("id", "=", id).executeTakeFirstOrThrow()).balance;

/** Entries such as 'debit -2000', in order. */
export const readCardEntries = async (
  { db }: Pick<TestApp, "db">,
  { id }: Pick<TestGiftCard, "id">,
): Promise<string[]> =>
  (
    await db
      .selectFrom("ledger_entry")
      .select(["kind", "amount"])
      .where("account_id", "=", id)
      .orderBy("created_at")
      .execute()
  ).map(({ kind, amount }) => `${kind} ${amount}`);

/** An event that sells gift cards: one for 50.00, and one with an amount that the buyer chooses. */
export const createGiftCardEvent = ({ db }: Pick<TestApp, "db">, shop: TestShop): Promise<TestEvent> =>
  createTestEvent(db, shop, {
    name: "Gift cards",
    groups: [
      {
        handler: "ledger",
        meta: JSON.stringify({ admit_names: "optional", admit_emails: "optional" }),
        additional_info_spec: JSON.stringify({ properties: { message: { type: "string", title: "Your message" } } }),
        types: [
          { name: "Fifty", currency_amount: 5000 },
          { name: "Any", currency_amount: 5000, currency_amount_min: 1000, currency_amount_max: 50_000 },
        ],
      },
    ],
    sessions: [],
  });

export type GiftCardOptions = {
  readonly quantity?: number;
  readonly type?: number;
  readonly face_value?: string;
  readonly admit_names?: string[];
  readonly admit_emails?: string[];
  readonly message?: string;
};

/** A new visitor with gift cards in their cart. */
export const holdGiftCards = async (
  server: TestApp,
  shop: TestShop,
  event: TestEvent,
  { type = 0, quantity = 1, message, ...options }: GiftCardOptions = {},
): Promise<{ buyer: TestBuyer; cart: Cart }> => {
  const browser = new TestBrowser(server, shop);
  const [group] = event.groups;
  const { status, body } = await browser.call(createCart, {
    add: [
      {
        event_template_id: event.id,
        ticket_types_required: [{ ticket_type_id: group?.types[type]?.id ?? "", quantity, ...options }],
      },
    ],
    ...(message !== undefined && { additionalInfo: { [group?.id ?? ""]: { message } } }),
  });
  const [cart] = body.cart?._data ?? [];
  if (!cart) throw new Error(`The gift cards were not held: ${status}`);
  return { buyer: new TestBuyer(server, shop, browser.cookie), cart };
};
