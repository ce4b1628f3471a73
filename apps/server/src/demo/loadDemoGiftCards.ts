import { demoGiftCards } from "@foyer/demo/giftCards.ts";
import { normalizeGiftCardNumber } from "@foyer/rules/checkout/giftCard.ts";
import type { Connections, Database } from "../db/connections.ts";
import { transact } from "../db/transact.ts";
import {
  findAccountByNumber,
  issueAccounts,
  lockAccount,
  postEntry,
} from "../providers/payments/giftcard/ledger.sql.ts";

type Seller = { readonly id: string; readonly slug: string; readonly currency: string; readonly ledger_id: string };

/**
 * The gift cards of the demo: issued where the demo sellers are, and full again whenever the shop opens. Nothing happens
 * in a house whose sellers are somebody's own, whatever they are called.
 */
export const loadDemoGiftCards = async (connections: Connections): Promise<void> => {
  const db = connections.acrossSellers();
  const demoMarker = await db.selectFrom("house_note").select("name").where("name", "=", "demo").executeTakeFirst();
  if (!demoMarker) return;
  const sellers = await db.selectFrom("seller").select(["id", "slug", "currency", "configuration"]).execute();
  for (const { seller: slug, number, amount } of demoGiftCards) {
    const seller = sellers.find((candidate) => candidate.slug === slug);
    const ledger_id = seller?.configuration.ledger_id;
    if (!seller || typeof ledger_id !== "string") continue;
    const { id, currency } = seller;
    await transact({ db: connections.forSeller(id) }, ({ db }) =>
      topUp(db, { id, slug, currency, ledger_id }, number, amount),
    );
  }
};

const topUp = async (db: Database, seller: Seller, number: string, amount: number): Promise<void> => {
  const { ledger_id, currency } = seller;
  const account = await findAccountByNumber(db, seller.id, { ledger_id, folded: normalizeGiftCardNumber(number) });
  if (!account)
    return void (await issueAccounts(db, seller.id, [
      { ledger_id, number, currency, amount, source_ticket_id: null, valid_to: null },
    ]));
  const { id, balance } = await lockAccount(db, seller.id, account.id);
  if (balance < amount) await postEntry(db, seller.id, { account_id: id, kind: "adjust", amount: amount - balance });
};
