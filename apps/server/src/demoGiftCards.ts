import { demoGiftCards } from "@foyer/demo/giftCards.ts";
import { foldGiftCardNumber } from "@foyer/rules/giftCard.ts";
import type { Connections, Database } from "./db/connect.ts";
import { transact } from "./db/transact.ts";
import { accountByNumber, issueAccounts, lockAccount, moveMoney } from "./outside/payments/ledgerBook.ts";

type Seller = { readonly id: string; readonly slug: string; readonly currency: string; readonly ledger_id: string };

/**
 * The gift cards of the demo: issued where the demo sellers are, and full again whenever the shop opens. Nothing happens
 * in a house whose sellers are somebody's own, whatever they are called.
 */
export const loadDemoGiftCards = async (connections: Connections): Promise<void> => {
  const db = connections.acrossSellers();
  const demo = await db.selectFrom("house_note").select("name").where("name", "=", "demo").executeTakeFirst();
  if (!demo) return;
  const sellers = await db.selectFrom("seller").select(["id", "slug", "currency", "configuration"]).execute();
  for (const { seller: slug, number, amount } of demoGiftCards) {
    const seller = sellers.find((known) => known.slug === slug);
    const ledger_id = seller?.configuration.ledger_id;
    if (!seller || typeof ledger_id !== "string") continue;
    const { id, currency } = seller;
    await transact({ db: connections.of(id) }, ({ db }) => fill(db, { id, slug, currency, ledger_id }, number, amount));
  }
};

const fill = async (db: Database, seller: Seller, number: string, amount: number): Promise<void> => {
  const { ledger_id, currency } = seller;
  const known = await accountByNumber(db, seller.id, { ledger_id, folded: foldGiftCardNumber(number) });
  if (!known)
    return void (await issueAccounts(db, seller.id, [
      { ledger_id, number, currency, amount, source_ticket_id: null, valid_to: null },
    ]));
  const { id, balance } = await lockAccount(db, seller.id, known.id);
  if (balance < amount) await moveMoney(db, seller.id, { account_id: id, kind: "adjust", amount: amount - balance });
};
