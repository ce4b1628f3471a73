import type { StaffRole } from "@foyer/contract/office/staff/permissions.ts";
import { statementWithFreshPlan, type Pipeline } from "../../../db/statements/statement.ts";

export const readNotice = async (pipeline: Pipeline, seller_id: string, staff_id: string): Promise<boolean> => {
  const rows = await statementWithFreshPlan(
    pipeline,
    `select staff_id from money_notice where seller_id = $1 and staff_id = $2`,
    [seller_id, staff_id],
  );
  return rows.length > 0;
};

/** `known` is what the list already contains, which is not news. */
export const insertNotice = async (
  pipeline: Pipeline,
  seller_id: string,
  { staff_id, known }: { readonly staff_id: string; readonly known: readonly string[] },
): Promise<void> => {
  await statementWithFreshPlan(
    pipeline,
    `insert into money_notice (seller_id, staff_id, notified) values ($1, $2, $3::text[]) on conflict (seller_id, staff_id) do nothing`,
    [seller_id, staff_id, known],
  );
};

export const deleteNotice = async (pipeline: Pipeline, seller_id: string, staff_id: string): Promise<void> => {
  await statementWithFreshPlan(pipeline, `delete from money_notice where seller_id = $1 and staff_id = $2`, [
    seller_id,
    staff_id,
  ]);
};

export type DueNotice = {
  readonly staff_id: string;
  readonly email: string;
  readonly known: readonly string[];
  /** The roles that the staff member now has at the seller. */
  readonly roles: readonly StaffRole[];
};

/** Staff who have had no e-mail for a day and still work at the seller. */
export const dueNotices = (pipeline: Pipeline, seller_id: string): Promise<DueNotice[]> =>
  statementWithFreshPlan(
    pipeline,
    `select n.staff_id, s.email, n.notified as known, array_agg(g.role) as roles
     from money_notice n
     join staff s on s.id = n.staff_id
     join staff_grant g on g.seller_id = $1 and g.staff_id = n.staff_id and g.suspended_at is null
     where n.seller_id = $1 and (n.sent_at is null or n.sent_at < app_now() - interval '1 day')
     group by n.staff_id, s.email, n.notified order by n.staff_id limit 200`,
    [seller_id],
  );

/** Records that a staff member gets a notice. Returns false if another server was first. */
export const claimNotice = async (
  pipeline: Pipeline,
  seller_id: string,
  { staff_id, known }: { readonly staff_id: string; readonly known: readonly string[] },
): Promise<boolean> => {
  const rows = await statementWithFreshPlan<{ staff_id: string }>(
    pipeline,
    `update money_notice set sent_at = app_now(), notified = $3::text[]
     where seller_id = $1 and staff_id = $2 and (sent_at is null or sent_at < app_now() - interval '1 day') returning staff_id`,
    [seller_id, staff_id, known],
  );
  return rows.length > 0;
};
