import { statementWithFreshPlan, type Pipeline } from "../../../db/statement.ts";

/** Seconds until staff may send the link to renew again; not above 0: now. By the clock that the audit log is written by. */
export const waitForRenewalLink = async (
  pipeline: Pipeline,
  seller_id: string,
  membership_id: string,
): Promise<number> => {
  const [row] = await statementWithFreshPlan<{ wait: number | null }>(
    pipeline,
    `select ceil(extract(epoch from max(x.at) + interval '1 hour' - now()))::int as wait from audit_entry x
     where x.seller_id = $1 and x.entity_kind = 'member' and x.entity_id = $2::text and x.action = 'member.renewal_link_sent'`,
    [seller_id, membership_id],
  );
  return row?.wait ?? 0;
};
