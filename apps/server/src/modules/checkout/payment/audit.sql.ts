import type { PaymentAuditTable } from "../../../db/schema/payments.ts";
import type { SellerDb } from "../checkout.sql.ts";
import { writeAudits } from "../batch/checkoutWrites.sql.ts";

type AuditRow = Pick<PaymentAuditTable, "audit_action" | "amount" | "currency" | "provider_ref"> & {
  /** Now, when it is left out. */
  readonly occurred_on?: string;
};

/** What happened to a payment's money. The same thing told again is written once. */
export const writeAudit = ({ db, seller }: SellerDb, payment_id: string, entries: readonly AuditRow[]): Promise<void> =>
  writeAudits(
    db,
    seller.id,
    entries.map((entry) => ({ ...entry, payment_id })),
  );
