import { sql } from "kysely";
import type { CardGatewayId } from "@foyer/contract/shop/cardGateways.ts";
import type { SellerDb } from "../context.ts";

/**
 * Claims the next reconciliation for one server. Undefined if it is not due, or the seller has no payments with this
 * gateway.
 */
export const claimReconciliation = async (
  { db, seller }: SellerDb,
  gateway_id: CardGatewayId,
  everySeconds: number,
): Promise<{ reconciled_until: string | null; now: string } | undefined> => {
  const { rows } = await sql<{ reconciled_until: string | null; now: string }>`
    insert into payment_reconciliation as w (seller_id, gateway_id, reconciled_until, checked_at)
    select ${seller.id}::uuid, ${gateway_id}::text, '-infinity'::timestamptz, app_now()
    where exists (select from payment where seller_id = ${seller.id}::uuid and gateway_id = ${gateway_id}::text)
    on conflict (seller_id, gateway_id) do update set checked_at = app_now()
      where w.checked_at at time zone 'UTC' <= app_now() at time zone 'UTC' - make_interval(secs => ${sql.lit(everySeconds)})
    returning case when isfinite(w.reconciled_until) then w.reconciled_until end as reconciled_until, app_now() as now`.execute(
    db,
  );
  return rows[0];
};

/** Saved only once everything is recorded, so that the same period is requested again after a failure. */
export const saveReconciledUntil = ({ db, seller }: SellerDb, gateway_id: CardGatewayId, reconciled_until: string) =>
  db
    .updateTable("payment_reconciliation")
    .set({ reconciled_until })
    .where("seller_id", "=", seller.id)
    .where("gateway_id", "=", gateway_id)
    .execute();

export const openDisputes = ({ db, seller }: SellerDb) =>
  db
    .selectFrom("payment_audit as a")
    .select("a.provider_ref")
    .where("a.seller_id", "=", seller.id)
    .where("a.audit_action", "=", "dispute_opened")
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("payment_audit as b")
            .select("b.id")
            .where("b.seller_id", "=", seller.id)
            .whereRef("b.payment_id", "=", "a.payment_id")
            .whereRef("b.provider_ref", "=", "a.provider_ref")
            .where("b.audit_action", "=", "dispute_closed"),
        ),
      ),
    )
    .limit(100)
    .execute();

/** Stores the provider's latest deadline for answering a dispute. */
export const writeDisputeDeadline = async (
  { db, seller }: SellerDb,
  dispute: { readonly payment_id: string; readonly provider_ref: string; readonly due_by: string },
): Promise<void> => {
  await db
    .insertInto("dispute_deadline")
    .values({ seller_id: seller.id, ...dispute })
    .onConflict((conflict) =>
      conflict.columns(["seller_id", "payment_id", "provider_ref"]).doUpdateSet({ due_by: dispute.due_by }),
    )
    .execute();
};
