import type { Selectable } from "kysely";
import type { PaymentTable } from "../../../db/schema/payments.ts";

export type PaymentRow = Selectable<PaymentTable>;

/** Listed explicitly, because a column of a later release must not change the result of a prepared statement. */
export const paymentColumns = [
  "seller_id",
  "id",
  "cart_id",
  "cart_version",
  "ticket_order_id",
  "gateway_id",
  "state",
  "amount",
  "refunded",
  "refunding",
  "seen_at",
  "currency",
  "provider_ref",
  "account_ref",
  "gateway_data",
  "failure",
  "auto_renew",
  "saved_payment_method_id",
  "created_at",
  "updated_at",
] as const satisfies readonly (keyof PaymentTable)[];
