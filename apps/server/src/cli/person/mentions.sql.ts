/** Replaces a text about a person who was erased. The database accepts no other replacement (migration erased_texts). */
export const erasedText = "[erased with the person]";

const words = (text: string): string => `btrim(regexp_replace(lower(${text}), '[^[:alnum:]]+', ' ', 'g'))`;
const digits = (text: string): string => `regexp_replace(${text}, '\\D', '', 'g')`;
const hasWord = (text: string, name: string): string =>
  `${words(name)} <> '' and strpos(' ' || ${words(text)} || ' ', ' ' || ${words(name)} || ' ') > 0`;

const ofPerson = (condition: string): string =>
  `exists (select from identity n where n.seller_id = s.seller_id and n.id = any(s.people) and (${condition}))`;

/** The minimum number of digits for a telephone number to identify someone. */
const leastDigits = 7;

/**
 * Whether a text on any subject names the person `s`: by address, by first and last name, or by telephone number. A last
 * name alone does not count: it can be an ordinary word, and matching it would erase texts about others of that name.
 */
export const mentions = (text: string): string =>
  `(strpos(lower(${text}), s.email) > 0 or ${ofPerson(
    `(${hasWord(text, "n.first_name")}) and (${hasWord(text, "n.last_name")})
      or length(${digits("n.phone")}) >= ${leastDigits} and strpos(${digits(text)}, ${digits("n.phone")}) > 0`,
  )})`;

/** The same for a text about several people, the person among them: one of the names is enough. */
export const mentionsByName = (text: string): string =>
  `(${mentions(text)} or ${ofPerson(`(${hasWord(text, "n.first_name")}) or (${hasWord(text, "n.last_name")})`)})`;

/** Gift cards that the person bought, that their money was refunded to, or whose e-mail was sent to them. */
export const cardsOfPerson = `select a.id from ledger_account a where a.seller_id = s.seller_id and a.source_ticket_id = any(s.tickets)
  union select c.gift_card_account_id from order_change c
    where c.seller_id = s.seller_id and c.ticket_order_id = any(s.orders) and c.gift_card_account_id is not null
  union select r.gift_card_account_id from refund r
    where r.seller_id = s.seller_id and r.payment_id = any(s.payments) and r.gift_card_account_id is not null
  union select d.account_id from desk_gift_card d where d.seller_id = s.seller_id and lower(d.email) = s.email`;

/** Gift cards that staff have addressed to somebody of the person's name, maybe a namesake. */
export const cardsOfName = `select d.account_id from desk_gift_card d where d.seller_id = s.seller_id and ${mentions("d.name")}`;

const batchesOfPerson = `select b.batch_id from desk_gift_card b where b.seller_id = s.seller_id and b.account_id in (${cardsOfPerson})`;

/** A batch of cards is about the person if it is a single card of theirs, or its text names them. */
export const isBatchOfPerson = `x.id in (${batchesOfPerson}) and (x.quantity = 1 or ${mentionsByName("x.reason")}) or ${mentions("x.reason")}`;

const jobText = `(x.reason || ' ' || coalesce(x.subject, '') || ' ' || coalesce(x.message, '')
    || ' ' || coalesce(x.choice_subject, '') || ' ' || coalesce(x.choice_message, ''))`;
const jobItems = "select from bulk_item i where i.seller_id = s.seller_id and i.bulk_job_id = x.id and";

/** A bulk job is about the person if all of its orders are theirs, or if one is and its texts name them. */
export const isJobOfPerson = `exists (${jobItems} i.ticket_order_id = any(s.orders))
    and (not exists (${jobItems} i.ticket_order_id <> all(s.orders)) or ${mentionsByName(jobText)})
  or ${mentions(jobText)}`;
const jobsOfPerson = `select x.id::text from bulk_job x where x.seller_id = s.seller_id and (${isJobOfPerson})`;

/** The name of what an audit log entry is about, before and after. */
const namesInEntry = ["(x.before ->> 'name')", "(x.after ->> 'name')"] as const;

const withoutName = (column: "before" | "after"): string =>
  `${column} = case when ${mentions(`(x.${column} ->> 'name')`)} then jsonb_set(x.${column}, '{name}', '"${erasedText}"') else x.${column} end`;
/** Erases the names in audit log entries that name the person `s`. */
export const eraseNamesInEntries = (scopeRow: string): string =>
  `update audit_entry x set ${withoutName("before")}, ${withoutName("after")} from ${scopeRow}
    where x.seller_id = s.seller_id and (${namesInEntry.map(mentions).join(" or ")})`;

/** Audit log entries about the person's rows, and those whose reason or name names the person. */
export const isEntryOfPerson = `x.entity_kind = 'order' and x.entity_id in
      (select o.order_number::text from ticket_order o where o.seller_id = s.seller_id and o.id = any(s.orders))
    or x.entity_kind = 'payment_plan' and x.entity_id in
      (select c.cart_number::text from cart c where c.seller_id = s.seller_id and c.id = any(s.carts))
    or x.entity_kind = 'payment' and x.entity_id = any(s.payments::text[])
    or x.entity_kind = 'member' and x.entity_id = any(s.memberships::text[])
    or x.entity_kind = 'gift_membership' and x.entity_id in (select g.id::text from membership_gift g
      where g.seller_id = s.seller_id and (g.ticket_order_id = any(s.orders) or g.giftee_identity_id = any(s.people)))
    or x.entity_kind = 'gift_card' and x.entity_id in (select c.id::text from (${cardsOfPerson}) c)
    or x.entity_kind = 'gift_card_batch' and x.entity_id in (select c.batch_id::text from (${batchesOfPerson}) c)
    or x.entity_kind = 'bulk_job' and x.entity_id in (${jobsOfPerson})
    or x.id in (select p.audit_entry_id from audit_personal p where p.seller_id = s.seller_id and (p.identity_id = any(s.visitors)
      or p.identity_id is not null and strpos(lower(p.before::text || p.after::text), s.email || '"') > 0))
    or ${mentions("x.reason")} or ${namesInEntry.map(mentions).join(" or ")}`;
