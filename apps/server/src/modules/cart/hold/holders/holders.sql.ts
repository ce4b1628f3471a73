import { optimizationFence, statement, type Pipeline } from "../../../../db/statements/statement.ts";

/**
 * An active cart of a visitor or a network, and its number of tickets for one session. A cart without tickets has no
 * session.
 */
export type HolderRow = {
  readonly cart_id: string;
  readonly identity_id: string;
  readonly client_network: string | null;
  readonly event_session_id: string | null;
  readonly n: number;
};

/** Finds carts by indexes that begin with the condition's column, not with the seller. */
const liveCartsWhere = (condition: string) => `cross join lateral (
  select * from cart where ${condition} and seller_id = $1 and state = 'pending' and not part_paid and (expires_at > app_now() or leased_until > app_now()) ${optimizationFence}) c`;

/** What visitors and networks hold now. Partly paid carts count as bought, not as held. */
export const holderRows = (
  pipeline: Pipeline,
  seller_id: string,
  {
    identities,
    clientNetworks,
  }: { readonly identities: readonly string[]; readonly clientNetworks: readonly string[] },
): Promise<HolderRow[]> =>
  statement(
    pipeline,
    `select c.id as cart_id, c.identity_id, c.client_network, t.event_session_id, count(t.id)::int as n
     from (
       select c.id, c.identity_id, c.client_network from unnest($2::uuid[]) as i (id) ${liveCartsWhere("identity_id = i.id")}
       union
       select c.id, c.identity_id, c.client_network from unnest($3::text[]) as p (client_network) ${liveCartsWhere("client_network = p.client_network")}) c
     left join lateral (
       select id, event_session_id from ticket where seller_id = $1 and cart_id = c.id and state in ('held', 'in_cart') offset 0) t on true
     group by 1, 2, 3, 4`,
    [seller_id, identities, clientNetworks],
  );
