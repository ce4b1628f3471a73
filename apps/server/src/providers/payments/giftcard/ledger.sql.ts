import { sql } from "kysely";
import { normalizeGiftCardNumber } from "@foyer/rules/checkout/giftcards/giftCard.ts";
import { cardAdjustedLines, cardIssuedLines } from "@foyer/rules/journal/journalRows.ts";
import type { Database } from "../../../db/connections.ts";
import { newId } from "../../../db/newId.ts";
import { inOneTrip, sqlOfSeller, statement, withAnswer } from "../../../db/statements/statement.ts";
import type { LedgerEntryTable } from "../../../db/schema/giftCards.ts";
import { writeJournal } from "../../journal/writeJournal.sql.ts";
import { isRefunded } from "./refundedCards.sql.ts";

type EntryKind = LedgerEntryTable["kind"];

/** The state of a card now, by the database's clock, whatever becomes of its order. */
export const accountState = (account: "a" | "ledger_account" = "ledger_account") => {
  const [state, valid_to] = [sql.ref(`${account}.state`), sql.ref(`${account}.valid_to`)];
  return sql<"active" | "inactive" | "expired">`
    case when ${state} = 'active' and ${valid_to} <= app_now() then 'expired' else ${state} end`;
};

/** The state of a card now; a card whose order is being refunded is inactive. */
export const usableState = (sellerId: string, account: "a" | "ledger_account") =>
  sql<"active" | "inactive" | "expired">`
    case when ${sqlOfSeller(isRefunded(account), sellerId)} then 'inactive' else ${accountState(account)} end`;

/** The card with this normalized number; undefined if it is in a ledger that is not the seller's current one. */
export const findAccountByNumber = (
  db: Database,
  sellerId: string,
  { ledger_id, normalized }: { readonly ledger_id: string; readonly normalized: string },
) =>
  db
    .selectFrom("ledger_account as a")
    .innerJoin("seller as s", "s.id", "a.seller_id")
    .select(["a.id", "a.number", "a.balance", "a.currency", "a.valid_to", usableState(sellerId, "a").as("state")])
    .where("a.seller_id", "=", sellerId)
    .where("a.normalized", "=", normalized)
    .where("a.ledger_id", "=", ledger_id)
    .where(sql<boolean>`s.configuration ->> 'ledger_id' = a.ledger_id`)
    .executeTakeFirst();
export type LedgerAccount = NonNullable<Awaited<ReturnType<typeof findAccountByNumber>>>;

/** Locks the card until the transaction ends and returns its state as read under the lock. */
export const lockAccount = (db: Database, sellerId: string, id: string) =>
  db
    .selectFrom("ledger_account")
    .select(["id", "normalized", "balance", "currency", accountState().as("state")])
    .where("seller_id", "=", sellerId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();

/** The entries of a payment, in no particular order. */
export const listPaymentEntries = (db: Database, sellerId: string, payment_id: string) =>
  db
    .selectFrom("ledger_entry")
    .select(["id", "account_id", "kind", "amount", "key"])
    .where("seller_id", "=", sellerId)
    .where("payment_id", "=", payment_id)
    .execute();
export type LedgerEntry = Awaited<ReturnType<typeof listPaymentEntries>>[number];

type NewEntry = {
  readonly account_id: string;
  readonly kind: EntryKind;
  /** Minor units; negative for money taken from the card. */
  readonly amount: number;
  readonly payment_id?: string;
  readonly key?: string;
};

/**
 * Changes a balance and writes its entry, in the caller's transaction; no balance changes anywhere else. Returns
 * undefined if the balance is too low; then nothing has changed.
 */
export const postEntry = async (db: Database, sellerId: string, entry: NewEntry): Promise<string | undefined> => {
  const { account_id, kind, amount, payment_id = null, key = "" } = entry;
  const [locked, inserted] = await inOneTrip(db, (db) =>
    Promise.all([
      statement<{ currency: string }>(
        db,
        `select currency from ledger_account where seller_id = $1 and id = $2 for update`,
        [sellerId, account_id],
      ),
      // Runs after the lock, and on the same condition as the balance.
      statement<{ id: string }>(
        db,
        `insert into ledger_entry as w (seller_id, id, account_id, kind, amount, payment_id, key, created_at)
         select a.seller_id, $4::uuid, a.id, $5::text, $3::bigint, $6::uuid, $7::text, app_now() from ledger_account a
         where a.seller_id = $1 and a.id = $2 and a.balance + $3::bigint >= 0 returning w.id`,
        [sellerId, account_id, amount, newId(), kind, payment_id, key],
      ),
      statement(
        db,
        `update ledger_account set balance = balance + $3::bigint
         where seller_id = $1 and id = $2 and balance + $3::bigint >= 0`,
        [sellerId, account_id, amount],
      ),
    ]),
  );
  const [id, currency] = [inserted[0]?.id, locked[0]?.currency];
  if (kind === "adjust" && id !== undefined && currency !== undefined)
    await writeJournal(db, sellerId, [
      { cause: "card_adjusted", cause_id: id, currency, ticket_order_id: null, lines: cardAdjustedLines(amount) },
    ]);
  return id;
};

/** Locks the payment's row. Everything that changes a payment locks it first and its card second. */
export const lockPayment = (db: Database, sellerId: string, id: string) =>
  db
    .selectFrom("payment")
    .select(["id", "state", "amount", "currency"])
    .where("seller_id", "=", sellerId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();

export type NewGiftCardAccount = {
  readonly ledger_id: string;
  readonly number: string;
  readonly currency: string;
  /** Opening balance in minor units. */
  readonly amount: number;
  readonly source_ticket_id: string | null;
  readonly valid_to: string | null;
};

/**
 * Creates cards with their opening balances, in the caller's transaction. A ticket gets one card, however often this is
 * repeated. Returns the created cards, as they were given.
 */
export const issueAccounts = async (
  db: Database,
  sellerId: string,
  cards: readonly NewGiftCardAccount[],
): Promise<readonly { readonly id: string; readonly source_ticket_id: string | null }[]> => {
  if (cards.length === 0) return [];
  const column = <K extends keyof NewGiftCardAccount>(key: K) => cards.map((card) => card[key]);
  const ids = cards.map(() => newId());
  const [made] = await inOneTrip(db, (db) =>
    Promise.all([
      statement<{ id: string; source_ticket_id: string | null }>(
        db,
        `insert into ledger_account (seller_id, id, ledger_id, number, normalized, currency, balance, source_ticket_id, valid_to, created_at)
         select $1, n.id, n.ledger_id, n.number, n.normalized, n.currency, n.amount, n.source_ticket_id, n.valid_to, app_now()
         from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::uuid[], $9::timestamptz[])
           as n (id, ledger_id, number, normalized, currency, amount, source_ticket_id, valid_to)
         on conflict on constraint ledger_account_of_its_ticket do nothing
         returning id, source_ticket_id`,
        [
          sellerId,
          ids,
          column("ledger_id"),
          column("number"),
          cards.map(({ number }) => normalizeGiftCardNumber(number)),
          column("currency"),
          column("amount"),
          column("source_ticket_id"),
          column("valid_to"),
        ],
      ),
      // Only for the cards that were just created: their ids are new.
      statement(
        db,
        `insert into ledger_entry (seller_id, id, account_id, kind, amount, created_at)
         select a.seller_id, n.id, a.id, 'issue', a.balance, app_now()
         from unnest($2::uuid[], $3::uuid[]) as n (account_id, id)
         join ledger_account a on a.seller_id = $1 and a.id = n.account_id ${withAnswer}`,
        [sellerId, ids, ids.map(() => newId())],
      ),
      // A purchased card is in the journal entry of its order.
      writeJournal(
        db,
        sellerId,
        cards.flatMap(({ amount, currency, source_ticket_id }, nth) => {
          const cause_id = ids[nth];
          if (source_ticket_id !== null || cause_id === undefined) return [];
          return { cause: "card_issued", cause_id, currency, ticket_order_id: null, lines: cardIssuedLines(amount) };
        }),
      ),
    ]),
  );
  const byId = new Map(made.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
};
