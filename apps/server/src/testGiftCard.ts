import { issueAccounts } from "./outside/payments/ledgerBook.ts";
import type { TestApp } from "./testApp.ts";

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
