import { stateTransitions } from "@foyer/rules/values/stateTransitions.ts";
import { handlerList } from "../../db/handlerList.ts";
import { gatewayRegistry } from "../../providers/payments/gatewayRegistry.ts";
import type { Invariant } from "./invariant.ts";

const gatewayList = `(${["free", ...Object.keys(gatewayRegistry)].map((id) => `'${id}'`).join(", ")})`;

const legalTransitions = Object.entries(stateTransitions)
  .flatMap(([entity, pairs]) => pairs.map(([from, to]) => `('${entity}', '${from}', '${to}')`))
  .join(", ");

/** Invariants of rows of every kind. */
export const recordInvariants: readonly Invariant[] = [
  {
    id: "I24",
    description: "No row references a row of another seller.",
    query: `select t.seller_id, t.id from ticket t
      left join cart c on c.id = t.cart_id left join ticket_order o on o.id = t.ticket_order_id
      left join event_session s on s.id = t.event_session_id left join ticket_group g on g.id = t.ticket_group_id
      left join ticket_type y on y.id = t.ticket_type_id left join event_template e on e.id = t.event_template_id left join seat on seat.id = t.seat_id
      where exists (select from unnest(array[c.seller_id, o.seller_id, s.seller_id, g.seller_id, y.seller_id, e.seller_id, seat.seller_id]) x where x <> t.seller_id)
      union all select p.seller_id, p.id from payment p join cart c on c.id = p.cart_id where p.seller_id <> c.seller_id
      union all select r.seller_id, r.id from refund r join payment p on p.id = r.payment_id where r.seller_id <> p.seller_id
      union all select o.seller_id, o.id from ticket_order o join identity i on i.id = o.identity_id where o.seller_id <> i.seller_id
      union all select o.seller_id, o.id from ticket_order o join identity i on i.id = o.owner_identity_id where o.seller_id <> i.seller_id
      union all select c.seller_id, c.id from cart c join identity i on i.id = c.identity_id where c.seller_id <> i.seller_id
      union all select c.seller_id, c.id from cart c join identity i on i.id = c.purchaser_identity_id where c.seller_id <> i.seller_id
      union all select x.seller_id, x.code_id from cart_code x join cart c on c.id = x.cart_id join code k on k.id = x.code_id
        where x.seller_id <> c.seller_id or x.seller_id <> k.seller_id
      union all select e.seller_id, e.id from ledger_entry e join ledger_account a on a.id = e.account_id left join payment p on p.id = e.payment_id
        where e.seller_id <> a.seller_id or e.seller_id <> p.seller_id
      union all select a.seller_id, a.id from ledger_account a join ticket t on t.id = a.source_ticket_id where a.seller_id <> t.seller_id
      union all select s.seller_id, s.id from event_session s join event_template e on e.id = s.event_template_id where s.seller_id <> e.seller_id`,
  },
  {
    id: "I26",
    description: "Amounts are integers in minor units.",
    query: `select null as seller_id, table_name || '.' || column_name as id from information_schema.columns
      where table_schema = 'public' and data_type <> 'bigint' and (table_name, column_name) in (
        ('ticket', 'face_value'), ('ticket', 'adjusted_value'), ('ticket', 'fee_fixed'), ('ticket', 'fee_percent'),
        ('payment', 'amount'), ('payment', 'refunded'), ('ticket_order', 'total'), ('ticket_type', 'currency_amount'),
        ('session_price', 'amount'), ('price_log', 'amount'), ('ledger_account', 'balance'), ('ledger_entry', 'amount'))`,
  },
  {
    id: "I33",
    description:
      "A one-time token allows three attempts and one use before it expires, a login code is valid for ten minutes at most, and every password is hashed.",
    query: `select seller_id, id from login_token where attempts > 3 or uses > 1 or (used_at is null) <> (uses = 0) or used_at > expires_at
        or (purpose = 'otp' and expires_at > created_at + interval '10 minutes')
      union all select seller_id, identity_id from user_login where password !~ '^[$]argon2id[$]v=19[$]m=[0-9]+,t=[0-9]+,p=[0-9]+[$]'`,
  },
  {
    id: "I34",
    description: "A request with an idempotency key is answered within three minutes, or its key is released.",
    query: `select seller_id, key as id from idempotency_key where state = 'in_progress' and created_at < app_now() - interval '3 minutes'
      union all select seller_id, key from idempotency_key group by seller_id, identity_id, key having count(*) > 1`,
  },
  {
    id: "I35",
    description: "Every state transition is one of those that the rules allow.",
    query: `select seller_id, entity_id as id from transition where (entity, from_state, to_state) not in (${legalTransitions})`,
  },
  {
    id: "I44",
    description: "The registries know the handler of every ticket group and the gateway of every payment.",
    query: `select seller_id, id from ticket_group where handler not in ${handlerList(() => true)}
      union all select seller_id, id from payment where gateway_id not in ${gatewayList}`,
  },
];
