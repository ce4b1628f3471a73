import { wordsOfDirection } from "../../../db/keyset.ts";
import { statementWithFreshPlan, type Pipeline } from "../../../db/statements/statement.ts";

export type RenewalAtRiskRow = {
  readonly id: string;
  readonly name: string;
  readonly member_number: string;
  readonly level: string;
  readonly valid_to: string | null;
  readonly timezone: string;
  readonly emailed_at: string | null;
};

/**
 * Renewals of last terms that failed, or whose card expires before the charge, earliest end of term first unless
 * `isDescending`.
 */
export const selectRenewalsAtRisk = (
  pipeline: Pipeline,
  seller_id: string,
  {
    isDescending,
    after,
    days,
    limit,
  }: {
    readonly isDescending: boolean;
    /** The position of the last row of the previous page: a term may be lengthened meanwhile. */
    readonly after: { readonly end: string; readonly id: string } | null;
    readonly days: number;
    readonly limit: number;
  },
): Promise<RenewalAtRiskRow[]> => {
  const { direction, beyond } = wordsOfDirection(isDescending);
  return statementWithFreshPlan(
    pipeline,
    `select m.id, coalesce(m.holder_name, concat_ws(' ', i.first_name, i.last_name)) as name, m.member_number, m.level_name as level,
       m.valid_to, e.timezone,
       (select x.at from audit_entry x where x.seller_id = $1 and x.entity_kind = 'member' and x.entity_id = m.id::text
          and x.action = 'member.renewal_emailed' order by x.at desc limit 1) as emailed_at
     from auto_renewal a
     join membership m on m.seller_id = $1 and m.id = a.membership_id and m.state = 'active'
     join event_template e on e.seller_id = $1 and e.id = m.event_template_id
     left join identity i on i.seller_id = $1 and i.id = m.identity_id
     left join saved_payment_method s on s.seller_id = $1 and s.id = a.saved_payment_method_id and s.retired_at is null
     where a.seller_id = $1 and coalesce(m.valid_to > app_now() - make_interval(days => $3::int), true)
       and not exists (select from membership n where n.seller_id = $1 and n.renews_id = m.id and n.state = 'active')
       and (a.state = 'failed' or a.state = 'scheduled' and (a.attempts > 0 or s.exp_year is not null and s.exp_month is not null
         and make_date(s.exp_year, s.exp_month, 1) + interval '1 month' <= (a.due_at at time zone e.timezone)))
       and ($2::uuid is null or (coalesce(m.valid_to, 'infinity'), m.id) ${beyond} ($5::timestamptz, $2::uuid))
     order by coalesce(m.valid_to, 'infinity') ${direction}, m.id ${direction} limit $4`,
    [seller_id, after?.id ?? null, days, limit, after?.end ?? null],
  );
};
