import type { AuditAction } from "@foyer/contract/office/staff/auditActions.ts";
import { statementWithFreshPlan, type Pipeline } from "../../../db/statements/statement.ts";

type Again = {
  readonly membership_id: string;
  readonly action: AuditAction;
  /** How long after the last time. */
  readonly hours: number;
};

/** Seconds until staff may do something with a membership again; not above 0: now. By the clock that the audit log is written by. */
export const secondsUntilAgain = async (
  pipeline: Pipeline,
  seller_id: string,
  { membership_id, action, hours }: Again,
): Promise<number> => {
  const [row] = await statementWithFreshPlan<{ wait: number | null }>(
    pipeline,
    `select ceil(extract(epoch from max(x.at) + make_interval(hours => $4::int) - now()))::int as wait from audit_entry x
     where x.seller_id = $1 and x.entity_kind = 'member' and x.entity_id = $2::text and x.action = $3`,
    [seller_id, membership_id, action, hours],
  );
  return row?.wait ?? 0;
};
