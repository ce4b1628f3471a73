import type { AuditAction } from "@foyer/contract/office/staff/auditActions.ts";
import { statementWithFreshPlan, type Pipeline } from "../../../db/statements/statement.ts";

type Again = {
  readonly membership_id: string;
  readonly action: AuditAction;
  /** The number of hours between two times. */
  readonly hours: number;
};

/** Seconds until staff can do something with a membership again; 0 or less means now. Uses the clock of the audit log. */
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
