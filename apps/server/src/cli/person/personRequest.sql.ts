import type { Database } from "../../db/connections.ts";
import { newId } from "../../db/newId.ts";
import { statementWithFreshPlan } from "../../db/statements/statement.ts";
import { scopeRow, scopeValues, type PersonScope } from "./personScope.sql.ts";

export type KeptRows = {
  readonly orders: number;
  readonly payments: number;
  readonly tickets: number;
  readonly scans: number;
};

/** Counts the rows of a person that stay without a name. */
export const countKept = async (db: Database, scope: PersonScope): Promise<KeptRows> => {
  const [row] = await statementWithFreshPlan<{ scans: number }>(
    db,
    `select count(*)::int as scans from scan x, ${scopeRow} where x.seller_id = s.seller_id and x.ticket_id = any(s.tickets)`,
    scopeValues(scope),
  );
  const { orders, payments, tickets } = scope;
  return { orders: orders.length, payments: payments.length, tickets: tickets.length, scans: row?.scans ?? 0 };
};

export type AtProvider = { readonly gateway_id: string; readonly payments: readonly string[] };

/** The person's payments that providers know, by provider. */
export const paymentsAtProviders = (db: Database, scope: PersonScope): Promise<AtProvider[]> =>
  statementWithFreshPlan<AtProvider>(
    db,
    `select p.gateway_id, array_agg(p.provider_ref order by p.created_at, p.id) as payments from payment p, ${scopeRow}
     where p.seller_id = s.seller_id and p.id = any(s.payments) and p.provider_ref is not null group by p.gateway_id order by 1`,
    scopeValues(scope),
  );

/** Records that the person's data was exported or erased. The ids identify nobody. */
export const recordRequest = async (
  db: Database,
  { seller_id, visitors }: PersonScope,
  request: { readonly action: "export" | "erase"; readonly counts: Record<string, number>; readonly forced: boolean },
): Promise<string> => {
  const id = newId();
  await statementWithFreshPlan(
    db,
    `insert into person_request (seller_id, id, action, identity_ids, counts, forced, at)
     values ($1, $2, $3, $4::uuid[], $5::jsonb, $6, app_now())`,
    [seller_id, id, request.action, visitors, JSON.stringify(request.counts), request.forced],
  );
  return id;
};
