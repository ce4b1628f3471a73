import { newId } from "../../db/newId.ts";
import type { PaymentAuditTable } from "../../db/schemaMoney.ts";
import type { Db } from "./checkout.sql.ts";

type Entry = Pick<PaymentAuditTable, "audit_action" | "amount" | "currency" | "provider_ref"> & {
  /** Now, when it is left out. */
  readonly occurred_on?: string;
};

/** What happened to a payment's money. The same thing told again is written once. */
export const writeAudit = async ({ db, seller }: Db, payment_id: string, entries: readonly Entry[]): Promise<void> => {
  if (entries.length === 0) return;
  await db
    .insertInto("payment_audit")
    .values(entries.map((entry) => ({ seller_id: seller.id, id: newId(), payment_id, ...entry })))
    .onConflict((oc) => oc.columns(["seller_id", "payment_id", "audit_action", "provider_ref"]).doNothing())
    .execute();
};
