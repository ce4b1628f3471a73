import { statementPlannedAnew, type Wire } from "../../db/statement.ts";

/** A live cart of a visitor or a place, and how many tickets of one session it holds. */
export type HeldRow = {
  readonly cart_id: string;
  readonly identity_id: string;
  readonly place: string | null;
  readonly event_session_id: string | null;
  readonly n: number;
};

const alive = `c.seller_id = $1 and c.state = 'pending' and not c.part_paid and (c.expires_at > app_now() or c.paying_until > app_now())`;

/** What visitors and places hold at this moment. Carts that are paid in parts are bought, not held. */
export const heldByThem = (
  wire: Wire,
  seller_id: string,
  { identities, places }: { readonly identities: readonly string[]; readonly places: readonly string[] },
): Promise<HeldRow[]> =>
  statementPlannedAnew(
    wire,
    `select c.id as cart_id, c.identity_id, c.place, t.event_session_id, count(*)::int as n
     from (
       select c.id, c.identity_id, c.place from unnest($2::uuid[]) as i (id) join cart c on ${alive} and c.identity_id = i.id
       union
       select c.id, c.identity_id, c.place from unnest($3::text[]) as p (place) join cart c on ${alive} and c.place = p.place) c
     cross join lateral (
       select event_session_id from ticket where seller_id = $1 and cart_id = c.id and state in ('held', 'in_cart') offset 0) t
     group by 1, 2, 3, 4`,
    [seller_id, identities, places],
  );
