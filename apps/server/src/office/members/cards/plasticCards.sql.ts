import type { PlasticCardState } from "@foyer/contract/office/members/plasticCards.ts";
import { wordsOfDirection } from "../../../db/keyset.ts";
import { statementWithFreshPlan, type Pipeline } from "../../../db/statements/statement.ts";
import { addressLinesOf } from "../memberPerson.sql.ts";

export type PlasticCardRow = {
  readonly membership_id: string;
  readonly member_number: string;
  readonly name: string;
  readonly email: string | null;
  readonly level: string;
  readonly type: string;
  readonly valid_to: string | null;
  readonly timezone: string;
  readonly state: PlasticCardState;
  readonly since: string;
  readonly order_number: number;
  readonly address: readonly (string | null)[];
};

export type WantedCards = {
  readonly list: "to_make" | "sent";
  /** Longest waiting first. */
  readonly isAscending: boolean;
  readonly level: string | null;
  /** The first moment, and the end, which is excluded. */
  readonly from: string | null;
  readonly until: string | null;
  readonly after: { readonly since: string; readonly id: string } | null;
  readonly limit: number;
};

/** The last term of each active card whose level has a physical card. */
const inForce = `g.physical_card and m.state = 'active' and coalesce(m.valid_to > app_now(), true)
  and not exists (select from membership n where n.seller_id = $1 and n.renews_id = m.id and n.state = 'active')`;

/**
 * When a card that was never marked became due: when the first term with its number was created, or when staff replaced its
 * number or changed the person on it. In milliseconds, like the cursor.
 */
const since = `date_trunc('milliseconds', coalesce(c.marked_at, greatest(
  (select min(t.created_at) from membership t where t.seller_id = $1 and t.member_number = m.member_number),
  (select max(x.at) from audit_entry x where x.seller_id = $1 and x.entity_kind = 'member' and x.entity_id = m.id::text
    and x.action in ('member.number_replaced', 'member.holder_changed')))))`;

const states = { to_make: "c.state is distinct from 'sent'", sent: "c.state = 'sent'" } as const;

export const selectPlasticCards = (
  pipeline: Pipeline,
  seller_id: string,
  { list, isAscending, level, from, until, after, limit }: WantedCards,
): Promise<PlasticCardRow[]> => {
  const { direction, beyond } = wordsOfDirection(!isAscending);
  return statementWithFreshPlan(
    pipeline,
    `select * from (
       select m.id as membership_id, m.member_number, coalesce(m.holder_name, concat_ws(' ', i.first_name, i.last_name)) as name,
         coalesce(m.holder_email, i.email) as email, m.level_name as level, y.name as type, m.valid_to, e.timezone,
         coalesce(c.state, 'to_make') as state, ${since} as since, o.order_number,
         case when i.address is not null or b.id is null then ${addressLinesOf("i")} else ${addressLinesOf("b")} end as address
       from membership m
       join ticket_group g on g.seller_id = $1 and g.id = m.ticket_group_id
       join ticket_type y on y.seller_id = $1 and y.id = m.ticket_type_id
       join event_template e on e.seller_id = $1 and e.id = m.event_template_id
       join ticket_order o on o.seller_id = $1 and o.id = m.ticket_order_id
       left join plastic_card c on c.seller_id = $1 and c.member_number = m.member_number
       left join identity i on i.seller_id = $1 and i.id = m.identity_id
       left join identity b on b.seller_id = $1 and b.id = o.identity_id
       where m.seller_id = $1 and ${inForce} and ${states[list]} and ($2::uuid is null or m.ticket_group_id = $2)) card
     where ($3::timestamptz is null or since >= $3) and ($4::timestamptz is null or since < $4)
       and ($5::timestamptz is null or (since, membership_id) ${beyond} ($5, $6::uuid))
     order by since ${direction}, membership_id ${direction} limit $7`,
    [seller_id, level, from, until, after?.since ?? null, after?.id ?? null, limit],
  );
};

export type CardToMark = { readonly membership_id: string; readonly member_number: string };

/**
 * Marks cards, and returns the memberships of those that were not marked so before. If two calls mark the same card, the
 * second waits and then finds it marked.
 */
export const markCards = async (
  pipeline: Pipeline,
  seller_id: string,
  {
    state,
    staff_id,
    cards,
  }: { readonly state: "sent" | "returned"; readonly staff_id: string; readonly cards: readonly CardToMark[] },
): Promise<readonly string[]> => {
  const rows = await statementWithFreshPlan<{ membership_id: string }>(
    pipeline,
    `insert into plastic_card as c (seller_id, member_number, membership_id, state, staff_id, marked_at)
     select $1, m.member_number, m.id, $2, $3, app_now()
     from unnest($4::uuid[], $5::text[]) as s (membership_id, member_number)
     join membership m on m.seller_id = $1 and m.id = s.membership_id and m.member_number = s.member_number
     join ticket_group g on g.seller_id = $1 and g.id = m.ticket_group_id
     where case when $2 = 'sent' then ${inForce} else exists (select from plastic_card k
       where k.seller_id = $1 and k.member_number = m.member_number and k.state = 'sent') end
     order by m.member_number
     on conflict (seller_id, member_number) do update
       set state = excluded.state, membership_id = excluded.membership_id, staff_id = excluded.staff_id, marked_at = excluded.marked_at
       where c.state <> excluded.state
     returning c.membership_id`,
    [
      seller_id,
      state,
      staff_id,
      cards.map(({ membership_id }) => membership_id),
      cards.map(({ member_number }) => member_number),
    ],
  );
  return rows.map(({ membership_id }) => membership_id);
};
