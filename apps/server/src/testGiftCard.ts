import { createCart, type Cart } from "@foyer/contract/cart.ts";
import { makeEvent, type MadeEvent, type Shop } from "./db/testShop.ts";
import { issueAccounts } from "./outside/payments/ledgerBook.ts";
import type { TestApp } from "./testApp.ts";
import { TestBrowser } from "./testBrowser.ts";
import { Buyer } from "./testBuyer.ts";

/** For `makeShop`: a seller with gift cards. */
export const withCards = { configuration: JSON.stringify({ ledger_id: "cards" }) };

export type TestCard = { readonly number: string; readonly id: string };
let made = 0;

/** A card with so much on it, in minor units of dollars. */
export const makeGiftCard = async (
  { db }: Pick<TestApp, "db">,
  { seller_id }: { readonly seller_id: string },
  amount: number,
  more: { readonly currency?: string; readonly valid_to?: string; readonly ledger_id?: string } = {},
): Promise<TestCard> => {
  const number = `7K3M-Q2XW-9ABC-DEFG-${String(++made).padStart(4, "0")}`;
  const [card] = await issueAccounts(db, seller_id, [
    { ledger_id: "cards", number, currency: "USD", amount, source_ticket_id: null, valid_to: null, ...more },
  ]);
  if (!card) throw new Error("The card was not issued.");
  return { number, id: card.id };
};

export const balanceOf = async ({ db }: Pick<TestApp, "db">, { id }: Pick<TestCard, "id">): Promise<number> =>
  (await db.selectFrom("ledger_account").select("balance").where("id", "=", id).executeTakeFirstOrThrow()).balance;

/** 'debit -2000', in the order in which it happened. */
export const movementsOf = async ({ db }: Pick<TestApp, "db">, { id }: Pick<TestCard, "id">): Promise<string[]> =>
  (
    await db
      .selectFrom("ledger_entry")
      .select(["kind", "amount"])
      .where("account_id", "=", id)
      .orderBy("created_at")
      .execute()
  ).map(({ kind, amount }) => `${kind} ${amount}`);

/** An event that sells gift cards: one of 50.00, and one whose price the buyer names. */
export const makeCardEvent = ({ db }: Pick<TestApp, "db">, shop: Shop): Promise<MadeEvent> =>
  makeEvent(db, shop, {
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

export type CardWish = {
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
  shop: Shop,
  event: MadeEvent,
  { type = 0, quantity = 1, message, ...wish }: CardWish = {},
): Promise<{ buyer: Buyer; cart: Cart }> => {
  const browser = new TestBrowser(server, shop);
  const [group] = event.groups;
  const { status, body } = await browser.call(createCart, {
    add: [
      {
        event_template_id: event.id,
        ticket_types_required: [{ ticket_type_id: group?.types[type]?.id ?? "", quantity, ...wish }],
      },
    ],
    ...(message !== undefined && { additionalInfo: { [group?.id ?? ""]: { message } } }),
  });
  const [cart] = body.cart?._data ?? [];
  if (!cart) throw new Error(`The gift cards were not held: ${status}`);
  return { buyer: new Buyer(server, shop, browser.cookie), cart };
};
