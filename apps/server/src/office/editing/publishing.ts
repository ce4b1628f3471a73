import type { publishDrafts } from "@foyer/contract/office/catalogue/publishing.ts";
import type { StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { noBuyers } from "../../catalogue/apply/countBuyers.ts";
import { lockImport } from "../../catalogue/apply/importCatalogue.sql.ts";
import { revisionRows, type StoredRevision } from "../../catalogue/revisions/revisions.sql.ts";
import { limitStatements, unlimited } from "../../db/connection/statementLimit.ts";
import { Refused } from "../../errors/refused.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";

/** The description of an empty plan. */
export const noChanges = {
  lines: [],
  changes_seller: false,
  sold_tickets: 0,
  carts: 0,
  carts_with_old_price: 0,
  carts_with_old_tax: 0,
  carts_with_old_limit: 0,
  price_changes: [],
  buyers: noBuyers,
};

/** Waits until no other import or publishing of the seller runs, and keeps others waiting until the transaction ends. */
export const lockCatalogue = async ({ db, seller }: StaffContext): Promise<void> => {
  await limitStatements({ db }, unlimited);
  await lockImport(db, seller.slug);
};

/** Refuses if the newest revision is not the one that the caller has seen, and says who published it. */
export const requireNewest = async (
  { db, seller }: StaffContext,
  base: Pick<StoredRevision, "number">,
  known: number,
): Promise<void> => {
  if (base.number === known) return;
  const [newest] = await revisionRows(db, seller.id, { limit: 1 });
  throw new Refused({
    code: "stale_version",
    context: "staff",
    extra: { revision: base.number, changed_by: newest?.staff, changed_at: newest?.at, fields: newest?.chapters ?? [] },
  });
};

/** What was published, for the audit log. */
export const countsOf = ({ lines, buyers }: StaffReply<typeof publishDrafts>) => ({
  ...Object.fromEntries(lines.map(({ change, noun, count }) => [`${noun} ${change}`, count])),
  ...(buyers.orders > 0 && { orders_of_changed_sessions: buyers.orders }),
});
