import { stateTransitions } from "@foyer/rules/values/stateTransitions.ts";
import { handlerList } from "../../db/handlerList.ts";
import { gatewayRegistry } from "../../providers/payments/gatewayRegistry.ts";
import type { Invariant } from "./invariant.ts";

const gatewayList = `(${["free", ...Object.keys(gatewayRegistry)].map((id) => `'${id}'`).join(", ")})`;

const legalTransitions = Object.entries(stateTransitions)
  .flatMap(([entity, pairs]) => pairs.map(([from, to]) => `('${entity}', '${from}', '${to}')`))
  .join(", ");

/** A table, the column that names its row, a column that refers to another table, and that table. */
const references = [
  ["ticket", "id", "cart_id", "cart"],
  ["ticket", "id", "ticket_order_id", "ticket_order"],
  ["ticket", "id", "event_session_id", "event_session"],
  ["ticket", "id", "ticket_group_id", "ticket_group"],
  ["ticket", "id", "ticket_type_id", "ticket_type"],
  ["ticket", "id", "event_template_id", "event_template"],
  ["ticket", "id", "seat_id", "seat"],
  ["payment", "id", "cart_id", "cart"],
  ["refund", "id", "payment_id", "payment"],
  ["ticket_order", "id", "identity_id", "identity"],
  ["ticket_order", "id", "owner_identity_id", "identity"],
  ["cart", "id", "identity_id", "identity"],
  ["cart", "id", "purchaser_identity_id", "identity"],
  ["cart_code", "code_id", "cart_id", "cart"],
  ["cart_code", "code_id", "code_id", "code"],
  ["ledger_entry", "id", "account_id", "ledger_account"],
  ["ledger_entry", "id", "payment_id", "payment"],
  ["ledger_account", "id", "source_ticket_id", "ticket"],
  ["event_session", "id", "event_template_id", "event_template"],
] as const;
const withoutOwnRow = ([table, id, column, other]: (typeof references)[number]): string =>
  `select r.seller_id, r.${id} as id from ${table} r left join ${other} o on o.seller_id = r.seller_id and o.id = r.${column}
      where r.${column} is not null and o.id is null`;

/** Invariants of rows of every kind. */
export const recordInvariants: readonly Invariant[] = [
  {
    id: "I24",
    description: "Each row references rows of its own seller.",
    query: references.map(withoutOwnRow).join("\n      union all "),
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
    id: "I78",
    description: "So is one about a staff account or of the operator.",
    query: `select null::uuid as seller_id, key as id from staff_idempotency_key
      where state = 'in_progress' and created_at < app_now() - interval '3 minutes'`,
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
