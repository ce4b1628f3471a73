import type { Database } from "../../db/connections.ts";
import { statementWithFreshPlan } from "../../db/statements/statement.ts";
import { blankPerson } from "../../jobs/retention/oldIdentities.sql.ts";
import { queueForSearch } from "../../providers/search/queueForSearch.sql.ts";
import { cardsOfName, cardsOfPerson, eraseNamesInEntries, erasedText, mentions } from "./mentions.sql.ts";
import { personalTables } from "./personalData.ts";
import { scopeRow, scopeValues, type PersonScope } from "./personScope.sql.ts";

/**
 * Locks the person's carts, tickets, memberships and renewals, and then their identities, in the same order as
 * everywhere else, so that no purchase, card change, login or merge runs meanwhile.
 */
export const lockPerson = async (db: Database, scope: PersonScope): Promise<void> => {
  const { seller_id, carts, people, tickets, memberships } = scope;
  await statementWithFreshPlan(
    db,
    "select from cart where seller_id = $1 and id = any($2::uuid[]) order by id for update",
    [seller_id, carts],
  );
  await statementWithFreshPlan(
    db,
    "select from ticket where seller_id = $1 and id = any($2::uuid[]) order by id for no key update",
    [seller_id, tickets],
  );
  await statementWithFreshPlan(
    db,
    "select from membership where seller_id = $1 and id = any($2::uuid[]) order by id for update",
    [seller_id, memberships],
  );
  await statementWithFreshPlan(
    db,
    "select from auto_renewal where seller_id = $1 and membership_id = any($2::uuid[]) order by membership_id for update",
    [seller_id, memberships],
  );
  await statementWithFreshPlan(
    db,
    "select from identity where seller_id = $1 and id = any($2::uuid[]) order by id for update",
    [seller_id, people],
  );
};

const blockersStatement = `
  select 'a payment of ' || p.id || ' is still ' || p.state as reason from payment p, ${scopeRow}
    where p.seller_id = s.seller_id and p.id = any(s.payments) and p.state in ('created', 'processing', 'authorized')
  union all
  select 'a refund of payment ' || r.payment_id || ' is still ' || r.state from refund r, ${scopeRow}
    where r.seller_id = s.seller_id and r.payment_id = any(s.payments) and r.state in ('created', 'pending')
  union all
  select 'a dispute of payment ' || a.payment_id || ' is open' from payment_audit a, ${scopeRow}
    where a.seller_id = s.seller_id and a.payment_id = any(s.payments) and a.audit_action = 'dispute_opened'
      and not exists (select from payment_audit b where b.seller_id = s.seller_id and b.payment_id = a.payment_id
        and b.provider_ref = a.provider_ref and b.audit_action = 'dispute_closed')
  union all
  select 'cart ' || c.id || ' is paid in part' from cart c, ${scopeRow}
    where c.seller_id = s.seller_id and c.id = any(s.carts) and c.state = 'pending' and c.part_paid
  union all
  select 'ticket ' || t.id || ' is for a visit in the future' from ticket t
    left join event_session e on e.seller_id = t.seller_id and e.id = t.event_session_id, ${scopeRow}
    where t.seller_id = s.seller_id and t.id = any(s.tickets) and t.state = 'booked'
      and coalesce(e.end_datetime, t.valid_to) > app_now()
  union all
  select 'membership ' || m.id || ' is valid' from membership m, ${scopeRow}
    where m.seller_id = s.seller_id and m.id = any(s.memberships) and m.state = 'active' and (m.valid_to is null or m.valid_to > app_now())
      and (m.identity_id = any(s.people) or lower(m.holder_email) = s.email or m.ticket_id = any(s.tickets))
  union all
  select 'a bulk job still has to work on order ' || i.order_number from bulk_item i
    join bulk_job b on b.seller_id = i.seller_id and b.id = i.bulk_job_id, ${scopeRow}
    where i.seller_id = s.seller_id and i.ticket_order_id = any(s.orders) and i.state = 'left' and b.state in ('running', 'paused')`;

/** The reasons why the person cannot be erased yet. */
export const findBlockers = async (db: Database, scope: PersonScope): Promise<string[]> => {
  const rows = await statementWithFreshPlan<{ reason: string }>(db, blockersStatement, scopeValues(scope));
  return rows.map(({ reason }) => reason);
};

/** Carts that hold something, and carts with neither an order nor a payment. */
export const readCartsToClose = async (
  db: Database,
  { seller_id, carts }: PersonScope,
): Promise<{ readonly pending: readonly string[]; readonly deletable: readonly string[] }> => {
  const rows = await statementWithFreshPlan<{ id: string; is_pending: boolean; is_deletable: boolean }>(
    db,
    `select c.id, c.state = 'pending' and not c.part_paid and coalesce(c.leased_until <= app_now(), true) as is_pending,
       not exists (select from payment p where p.seller_id = $1 and p.cart_id = c.id)
         and not exists (select from ticket_order o where o.seller_id = $1 and o.cart_id = c.id)
         and not exists (select from order_change w where w.seller_id = $1 and w.cart_id = c.id)
         and not exists (select from auto_renewal a where a.seller_id = $1 and a.cart_id = c.id)
         and not exists (select from scheduled_payment d where d.seller_id = $1 and d.cart_id = c.id) as is_deletable
     from cart c where c.seller_id = $1 and c.id = any($2::uuid[]) order by c.id`,
    [seller_id, carts],
  );
  return {
    pending: rows.filter(({ is_pending }) => is_pending).map(({ id }) => id),
    deletable: rows.filter(({ is_deletable }) => is_deletable).map(({ id }) => id),
  };
};

export const scheduledRenewals = async (db: Database, scope: PersonScope): Promise<string[]> => {
  const rows = await statementWithFreshPlan<{ membership_id: string }>(
    db,
    `select a.membership_id from auto_renewal a, ${scopeRow}
     where a.seller_id = s.seller_id and a.state = 'scheduled' and a.identity_id = any(s.people) order by 1`,
    scopeValues(scope),
  );
  return rows.map(({ membership_id }) => membership_id);
};

const isAbout = (table: keyof typeof personalTables) =>
  `x.seller_id = s.seller_id and (${personalTables[table].about})`;
/** Keeps the row and erases its text. */
const eraseText = (table: keyof typeof personalTables, column = "reason") =>
  `update ${table} x set ${column} = '${erasedText}' from ${scopeRow} where ${isAbout(table)}
    and x.${column} is not null and x.${column} <> '${erasedText}'`;
const remove = (table: keyof typeof personalTables) =>
  `delete from ${table} x using ${scopeRow} where ${isAbout(table)}`;

/** The statements that erase each table's rows, in this order. Each counts the rows that it changes. */
const erasures: readonly (readonly [name: string, text: string])[] = [
  // Texts by staff come first, while the person's names and rows can still be matched with them.
  ["audit_entry", eraseText("audit_entry")],
  ["audit_entry_names", eraseNamesInEntries(scopeRow)],
  [
    "bulk_job",
    // A job that still writes to others needs its texts. Nobody is erased while a job has yet to process their own order.
    `update bulk_job x set reason = '${erasedText}', subject = case when x.subject is not null then '${erasedText}' end,
        message = case when x.message is not null then '${erasedText}' end,
        choice_subject = case when x.choice_subject is not null then '${erasedText}' end,
        choice_message = case when x.choice_message is not null then '${erasedText}' end
      from ${scopeRow} where ${isAbout("bulk_job")} and x.state in ('stopped', 'done') and x.reason <> '${erasedText}'`,
  ],
  ["gift_card_act", eraseText("gift_card_act")],
  ["gift_card_batch", eraseText("gift_card_batch")],
  ["replaced_gift_card_number", eraseText("replaced_gift_card_number")],
  ["code_batch", eraseText("code_batch")],
  ["till", eraseText("till")],
  ["till_entry", eraseText("till_entry")],
  ["operator_permit", eraseText("operator_permit")],
  ["event_session", eraseText("event_session", "note")],
  ["saved_view", eraseText("saved_view", "name")],
  [
    "house_hold",
    `update house_hold x set name = '${erasedText}', reason = '${erasedText}' from ${scopeRow} where ${isAbout("house_hold")}`,
  ],
  // The audit log's entry stays, without what identifies the person.
  ["audit_personal", remove("audit_personal")],
  ["visitor_session", remove("visitor_session")],
  ["login_token", remove("login_token")],
  ["external_login", remove("external_login")],
  ["user_login", remove("user_login")],
  ["resend_request", remove("resend_request")],
  // A stored reply can also name the person to someone who shopped for them.
  [
    "idempotency_key",
    `delete from idempotency_key x using ${scopeRow} where x.seller_id = s.seller_id
      and (x.identity_id = any(s.visitors) or ${mentions("x.reply")})`,
  ],
  ["person_merge", `update person_merge x set before = '{}' from ${scopeRow} where ${isAbout("person_merge")}`],
  [
    "saved_payment_method",
    `update saved_payment_method x set retired_at = coalesce(x.retired_at, app_now()), brand = 'unknown', last4 = '0000', exp_month = null, exp_year = null
      from ${scopeRow} where ${isAbout("saved_payment_method")}`,
  ],
  ["auto_renewal", `update auto_renewal x set last_error = null from ${scopeRow} where ${isAbout("auto_renewal")}`],
  // The visit, and what a membership was bought for, stay with the ticket; names and answers are erased.
  [
    "ticket",
    `update ticket x set admit_name = null, admit_email = null,
      handler_data = (select jsonb_object_agg(d.key, d.value) from jsonb_each(x.handler_data) d where d.key in ('action', 'gift', 'renews_id'))
      from ${scopeRow} where ${isAbout("ticket")}`,
  ],
  // The venue's texts may name the person; the amounts of the change stay.
  ["plan_change", `update plan_change x set reason = null from ${scopeRow} where ${isAbout("plan_change")}`],
  ["order_change", `update order_change x set reason = null from ${scopeRow} where ${isAbout("order_change")}`],
  // The sender's text is erased when either of the two is; the tickets stay available through the recipient's link.
  [
    "ticket_sending",
    `update ticket_sending x set email = null, sender_name = null, message = null from ${scopeRow} where ${isAbout("ticket_sending")}`,
  ],
  // The version stays, so that no invoice number is used twice.
  [
    "order_invoice",
    `update order_invoice x set company = null, tax_id = null, address = null from ${scopeRow} where ${isAbout("order_invoice")}`,
  ],
  // The words of other people on the same orders are indexed again.
  ["order_word", remove("order_word")],
  // A row that waits to be imported is not imported.
  ["member_import_row", remove("member_import_row")],
  // Comes first, because the recipient of a gift card is known by its address.
  [
    "outbox",
    `update outbox x set message = '{}', to_address = '', last_error = null, blanked_at = app_now(),
        state = case when x.state in ('queued', 'sending') then 'dead' else x.state end
      from ${scopeRow} where x.seller_id = s.seller_id and x.blanked_at is null and (lower(x.to_address) = s.email
        or x.ref_id = any(s.people || s.carts || s.orders || s.tickets || s.memberships || s.payments)
        or x.ref_id in (select g.id from membership_gift g
          where g.seller_id = s.seller_id and (g.ticket_order_id = any(s.orders) or g.giftee_identity_id = any(s.people)))
        or x.ref_id in (select d.id from ticket_sending d where d.seller_id = s.seller_id and d.ticket_order_id = any(s.orders))
        or x.ref_id in (${cardsOfPerson} union ${cardsOfName})
        or strpos(lower(x.message::text), s.email) > 0)`,
  ],
  // Comes before the address that these rows are found by is erased.
  [
    "gift_card_word",
    `delete from gift_card_word x using ${scopeRow} where x.seller_id = s.seller_id
      and (${personalTables.gift_card_word.about} or x.kind = 'name' and x.account_id in (${cardsOfName}))`,
  ],
  [
    "desk_gift_card",
    `update desk_gift_card x set name = null, email = case when ${personalTables.desk_gift_card.about} then null else x.email end
      from ${scopeRow} where x.seller_id = s.seller_id and (${personalTables.desk_gift_card.about} or ${mentions("x.name")})`,
  ],
  ["money_note", `update money_note x set text = null from ${scopeRow} where ${isAbout("money_note")}`],
  ["comp_order", `update comp_order x set reason = null from ${scopeRow} where ${isAbout("comp_order")}`],
  ["order_note", `update order_note x set text = null from ${scopeRow} where ${isAbout("order_note")}`],
  ["wallet_registration", remove("wallet_registration")],
  // The wallet is notified, so that the name is removed there too.
  [
    "wallet_pass",
    `update wallet_pass x set version = x.version + 1, changed_at = app_now(), state = 'due', next_at = app_now(), attempts = 0, last_error = null
      from ${scopeRow} where ${isAbout("wallet_pass")}`,
  ],
  // Other holders in the same order keep the name on their card.
  [
    "membership",
    `update membership x set holder_name = null, holder_email = null from ${scopeRow}
      where x.seller_id = s.seller_id and x.id = any(s.memberships)
        and (x.identity_id = any(s.people) or lower(x.holder_email) = s.email or x.identity_id is null)`,
  ],
  [
    "cart",
    `update cart x set campaign = '{}', additional_info = '{}', client_network = null, ended_reason = null,
      change_offer = jsonb_set(x.change_offer, '{reason}', 'null') #- '{email,sentence}' from ${scopeRow} where ${isAbout("cart")}`,
  ],
  [
    "payment_attempt",
    `update payment_attempt x set client_network = null, fingerprint = null from ${scopeRow} where ${isAbout("payment_attempt")}`,
  ],
  [
    "payment",
    `update payment x set failure = case when x.failure like 'never_reached:%' then x.failure end, gateway_data = '{}' from ${scopeRow}
      where ${isAbout("payment")} and x.state not in ('created', 'processing', 'authorized')`,
  ],
  [
    "refund",
    `update refund x set failure = case when x.state in ('succeeded', 'failed') then null else x.failure end, email_choice = x.email_choice - 'sentence'
      from ${scopeRow} where ${isAbout("refund")}`,
  ],
  [
    "identity",
    `update identity i set ${blankPerson}, kind = case when i.kind = 'user' then 'guest' else i.kind end
      from ${scopeRow} where i.seller_id = s.seller_id and i.id = any(s.visitors)`,
  ],
];

/** Erases what identifies the person, and returns the number of affected rows per table. */
export const eraseRows = async (db: Database, scope: PersonScope): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const [name, text] of erasures) {
    const [row] = await statementWithFreshPlan<{ n: number }>(
      db,
      `with changed as (${text} returning 1) select count(*)::int as n from changed`,
      scopeValues(scope),
    );
    counts[name] = row?.n ?? 0;
  }
  await queueForSearch(db, scope.seller_id, scope.orders);
  return counts;
};
