import { sql } from "kysely";
import { newId } from "../../db/newId.ts";
import type { Db } from "./checkout.sql.ts";

type NewPayment = {
  readonly cart_id: string;
  readonly cart_version: number;
  readonly gateway_id: "test" | "stripe" | "ledger";
  readonly amount: number;
  readonly currency: string;
  readonly account_ref: string | null;
};

/** The intents, one for each offer and in their order: the rows that are there before any provider hears of anything. */
export const insertPayments = ({ db, seller }: Db, payments: readonly NewPayment[]) =>
  db
    .insertInto("payment")
    .values(
      payments.map((payment, place) => ({
        ...payment,
        seller_id: seller.id,
        id: newId(),
        gateway_data: "{}",
        created_at: sql<string>`app_now() + ${place} * interval '1 microsecond'`,
      })),
    )
    .returningAll()
    .execute();
