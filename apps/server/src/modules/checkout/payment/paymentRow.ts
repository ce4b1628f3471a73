import type { Selectable } from "kysely";
import type { PaymentTable } from "../../../db/schema/payments.ts";

export type PaymentRow = Selectable<PaymentTable>;
