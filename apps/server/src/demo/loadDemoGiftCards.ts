import { demoGiftCards } from "@foyer/demo/giftCards.ts";
import { normalizeGiftCardNumber } from "@foyer/rules/checkout/giftcards/giftCard.ts";
import type { Connections, Database } from "../db/connections.ts";
import { transact } from "../db/transact.ts";
import { hasDemo } from "./demo.sql.ts";
import {
  findAccountByNumber,
  issueAccounts,
  lockAccount,
  postEntry,
} from "../providers/payments/giftcard/ledger.sql.ts";

type CardSeller = { readonly id: string; readonly slug: string; readonly currency: string; readonly ledger_id: string };

/** Issues the demo's gift cards, and refills them at each start. Does nothing in a database without the demo. */
export const loadDemoGiftCards = async (connections: Connections): Promise<void> => {
  const db = connections.acrossSellers();
  if (!(await hasDemo(db))) return;
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

const topUp = async (db: Database, seller: CardSeller, number: string, amount: number): Promise<void> => {
  const { ledger_id, currency } = seller;
  const account = await findAccountByNumber(db, seller.id, { ledger_id, normalized: normalizeGiftCardNumber(number) });
  if (!account)
    return void (await issueAccounts(db, seller.id, [
      { ledger_id, number, currency, amount, source_ticket_id: null, valid_to: null },
    ]));
  const { id, balance } = await lockAccount(db, seller.id, account.id);
  if (balance < amount) await postEntry(db, seller.id, { account_id: id, kind: "adjust", amount: amount - balance });
};
