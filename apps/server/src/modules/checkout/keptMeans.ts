import type { PaymentOffer } from "@foyer/contract/checkout.ts";
import type { Ask } from "../../http/ask.ts";
import { Refused } from "../../http/refused.ts";
import type { KeptMethod } from "../../outside/payments/payments.ts";
import type { Db } from "./checkout.sql.ts";

/** What a provider knows a kept method by. It leaves the server for the provider alone. */
export const keptMeans = async ({ db, seller }: Db, id: string): Promise<Pick<KeptMethod, "ref" | "customer">> => {
  const kept = await db
    .selectFrom("saved_payment_method")
    .select(["provider_ref as ref", "customer_ref as customer"])
    .where("seller_id", "=", seller.id)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!kept || kept.customer === null) throw new Error("What was kept has gone.");
  return { ref: kept.ref, customer: kept.customer };
};

/**
 * Whatever is kept is charged for renewals alone, by us: whoever names it at the till, theirs or another's, names nothing
 * (T68).
 */
export const refuseKept = async ({ db, seller }: Ask, list: readonly PaymentOffer[]): Promise<void> => {
  const named = list.flatMap((offer) =>
    offer.gateway_id === "stripe" ? (offer.gateway_data.payment_method_id ?? []) : [],
  );
  if (named.length === 0) return;
  const known = await db
    .selectFrom("saved_payment_method")
    .select("id")
    .where("seller_id", "=", seller.id)
    .where("gateway_id", "=", "stripe")
    .where("provider_ref", "in", named)
    .executeTakeFirst();
  if (known) throw new Refused({ code: "not_found", context: "payment" });
};
