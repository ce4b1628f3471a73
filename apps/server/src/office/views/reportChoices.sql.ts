import type { MailFrequency } from "@foyer/contract/office/money/keptReports.ts";
import type { StaffRole } from "@foyer/contract/office/staff/permissions.ts";
import { statementWithFreshPlan, type Pipeline } from "../../db/statements/statement.ts";

export type StoredReportChoice = {
  readonly saved_view_id: string;
  readonly is_pinned: boolean;
  readonly mailed_every: MailFrequency | null;
};

/** What a person chose for these views. */
export const choicesFor = (
  pipeline: Pipeline,
  seller_id: string,
  { staff_id, view_ids }: { readonly staff_id: string; readonly view_ids: readonly string[] },
): Promise<StoredReportChoice[]> =>
  statementWithFreshPlan(
    pipeline,
    `select saved_view_id, is_pinned, mailed_every from report_choice
     where seller_id = $1 and staff_id = $2 and saved_view_id = any($3::uuid[])`,
    [seller_id, staff_id, view_ids],
  );

/** How many other people chose something for these views. */
export const countOtherReaders = (
  pipeline: Pipeline,
  seller_id: string,
  { staff_id, view_ids }: { readonly staff_id: string; readonly view_ids: readonly string[] },
): Promise<{ readonly saved_view_id: string; readonly readers: number }[]> =>
  statementWithFreshPlan(
    pipeline,
    `select saved_view_id, count(*)::int as readers from report_choice
     where seller_id = $1 and staff_id <> $2 and saved_view_id = any($3::uuid[]) group by saved_view_id`,
    [seller_id, staff_id, view_ids],
  );

export type PinnedView = {
  readonly view_id: string;
  readonly screen: string;
  readonly name: string;
  readonly filters: Record<string, string>;
};

/** Views that a person has pinned and can still see: their own, and shared ones. */
export const pinnedViews = (pipeline: Pipeline, seller_id: string, staff_id: string): Promise<PinnedView[]> =>
  statementWithFreshPlan(
    pipeline,
    `select v.id as view_id, v.screen, v.name, v.filters
     from report_choice c join saved_view v on v.seller_id = $1 and v.id = c.saved_view_id
     where c.seller_id = $1 and c.staff_id = $2 and c.is_pinned and (v.is_shared or v.staff_id = $2)
     order by lower(v.name), v.id`,
    [seller_id, staff_id],
  );

type Chosen = StoredReportChoice & { readonly staff_id: string; readonly today: string };

/** A choice without any effect is deleted. A report that was e-mailed before keeps the day of its last e-mail. */
export const storeChoice = async (
  pipeline: Pipeline,
  seller_id: string,
  { saved_view_id, staff_id, is_pinned, mailed_every, today }: Chosen,
): Promise<void> => {
  if (!is_pinned && mailed_every === null) {
    await statementWithFreshPlan(
      pipeline,
      `delete from report_choice where seller_id = $1 and saved_view_id = $2 and staff_id = $3`,
      [seller_id, saved_view_id, staff_id],
    );
    return;
  }
  await statementWithFreshPlan(
    pipeline,
    `insert into report_choice as c (seller_id, saved_view_id, staff_id, is_pinned, mailed_every, mailed_on)
     values ($1, $2, $3, $4, $5, case when $5::text is not null then $6::date end)
     on conflict (seller_id, saved_view_id, staff_id) do update set is_pinned = excluded.is_pinned, mailed_every = excluded.mailed_every,
       mailed_on = case when excluded.mailed_every is not null then coalesce(c.mailed_on, excluded.mailed_on) end`,
    [seller_id, saved_view_id, staff_id, is_pinned, mailed_every, today],
  );
};

export const deleteChoices = async (pipeline: Pipeline, seller_id: string, saved_view_id: string): Promise<void> => {
  await statementWithFreshPlan(pipeline, `delete from report_choice where seller_id = $1 and saved_view_id = $2`, [
    seller_id,
    saved_view_id,
  ]);
};

/**
 * The first day of the current period at a moment `$2`. A report last e-mailed before it is due; nothing is e-mailed before
 * six in the morning.
 */
const dueSince = "date_trunc(c.mailed_every, $2::timestamp - interval '6 hours')::date";

export type DueReport = PinnedView & {
  readonly staff_id: string;
  readonly email: string;
  readonly mailed_every: MailFrequency;
  /** The person's current roles at the seller. */
  readonly roles: readonly StaffRole[];
};

/** Kept reports that are due for somebody who works at the seller and can see the view. */
export const dueReports = (pipeline: Pipeline, seller_id: string, localNow: string): Promise<DueReport[]> =>
  statementWithFreshPlan(
    pipeline,
    `select v.id as view_id, v.screen, v.name, v.filters, c.staff_id, s.email, c.mailed_every, array_agg(g.role) as roles
     from report_choice c
     join saved_view v on v.seller_id = $1 and v.id = c.saved_view_id and (v.is_shared or v.staff_id = c.staff_id)
     join staff s on s.id = c.staff_id
     join staff_grant g on g.seller_id = $1 and g.staff_id = c.staff_id and g.suspended_at is null
     where c.seller_id = $1 and c.mailed_every is not null and c.mailed_on < ${dueSince}
     group by v.id, v.screen, v.name, v.filters, c.staff_id, s.email, c.mailed_every order by c.staff_id, v.id limit 200`,
    [seller_id, localNow],
  );

/** Records that a person is e-mailed a report. Returns false if another server was first, or they no longer want it. */
export const claimReportMail = async (
  pipeline: Pipeline,
  seller_id: string,
  localNow: string,
  { view_id, staff_id }: Pick<DueReport, "view_id" | "staff_id">,
): Promise<boolean> => {
  const rows = await statementWithFreshPlan<{ staff_id: string }>(
    pipeline,
    `update report_choice c set mailed_on = $2::timestamp::date
     where c.seller_id = $1 and c.saved_view_id = $3 and c.staff_id = $4 and c.mailed_every is not null
       and c.mailed_on < ${dueSince} returning c.staff_id`,
    [seller_id, localNow, view_id, staff_id],
  );
  return rows.length > 0;
};
