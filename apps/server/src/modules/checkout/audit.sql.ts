import type { PaymentAuditTable } from "../../db/schemaMoney.ts";
import type { Db } from "./checkout.sql.ts";
import { writeAudits } from "./tillWrites.sql.ts";

type Entry = Pick<PaymentAuditTable, "audit_action" | "amount" | "currency" | "provider_ref"> & {
  /** Now, when it is left out. */
  readonly occurred_on?: string;
};

/** What happened to a payment's money. The same thing told again is written once. */
export const writeAudit = ({ db, seller }: Db, payment_id: string, entries: readonly Entry[]): Promise<void> =>
  writeAudits(
    db,
    seller.id,
    entries.map((entry) => ({ ...entry, payment_id })),
  );
