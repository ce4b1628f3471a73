import pg from "pg";
import { openCluster } from "../../apps/server/src/db/embedded/cluster.ts";
import { copyOrder, readOriginal } from "../../apps/server/test/orders/copyOrder.ts";
import { workerShop } from "./workerShop.ts";

/** Reads the database directly, and changes what no visitor can, such as the expiry of a cart. */
export const query = async <T>(statement: string, values: readonly unknown[]): Promise<T[]> => {
  const { owner, cleanUp } = await openCluster(workerShop().dataDir);
  const client = new pg.Client(owner);
  await client.connect();
  try {
    await client.query("set app.seller = '*'");
    return (await client.query(statement, [...values])).rows as T[];
  } finally {
    await client.end();
    await cleanUp();
  }
};

/** The scan code of an order. */
export const findScanCode = async (orderNumber: string): Promise<string | undefined> =>
  (
    await query<{ scan_code: string }>("select scan_code from ticket_order where order_number::text = $1", [
      orderNumber,
    ])
  )[0]?.scan_code;

/** The id of an event, which may not be in the listing. */
export const findEventId = async (slug: string, name: string): Promise<string> => {
  const [event] = await query<{ id: string }>(
    "select e.id from event_template e join seller s on s.id = e.seller_id where s.slug = $1 and e.name = $2",
    [slug, name],
  );
  if (!event) throw new Error(`${slug} has no event ${name}`);
  return event.id;
};

/** The number of orders with an e-mail address. */
export const countOrders = async (email: string): Promise<number> =>
  (
    await query<{ count: number }>(
      "select count(*)::int as count from ticket_order o join identity i on i.seller_id = o.seller_id and i.id = o.identity_id where i.email = $1",
      [email],
    )
  )[0]?.count ?? 0;

/** Sets a cart to expire in this many seconds. */
export const expireCartIn = async (cartId: string, seconds: number): Promise<void> => {
  const changed = await query(
    "update cart set expires_at = clock_timestamp() + make_interval(secs => $2) where id = $1 returning id",
    [cartId, seconds],
  );
  if (changed.length !== 1) throw new Error(`there is no cart ${cartId}`);
};

/** Uses up a cart's extensions, except for this many. */
export const leaveExtensions = async (cartId: string, left: number): Promise<void> => {
  const changed = await query("update cart set extensions = 10 - $2 where id = $1 returning id", [cartId, left]);
  if (changed.length !== 1) throw new Error(`there is no cart ${cartId}`);
};

/** Makes a cart's unsettled payment a minute older. */
export const ageUnsettledPayment = async (cartId: string): Promise<void> => {
  const changed = await query(
    `with paid as (
      update payment set updated_at = updated_at - interval '1 minute' where cart_id = $1 returning seller_id, provider_ref)
    update test_gateway_intent i set created_at = i.created_at - interval '1 minute' from paid
    where i.seller_id = paid.seller_id and i.id = paid.provider_ref returning i.id`,
    [cartId],
  );
  if (changed.length !== 1) throw new Error(`nothing is being paid of the cart ${cartId}`);
};

/** Replaces a seller's web settings and returns the previous ones. */
export const replaceWebSettings = async (slug: string, web: object): Promise<object> => {
  const [before] = await query<{ web: object }>("select web from seller where slug = $1", [slug]);
  if (!before) throw new Error(`there is no seller ${slug}`);
  await query("update seller set web = $2::jsonb where slug = $1", [slug, JSON.stringify(web)]);
  return before.web;
};

/** The stored purchaser with an e-mail address. */
export const findPurchaser = async (email: string): Promise<Record<string, unknown> | undefined> =>
  (
    await query<Record<string, unknown>>(
      "select i.* from ticket_order o join identity i on i.seller_id = o.seller_id and i.id = o.identity_id where i.email = $1",
      [email],
    )
  )[0];

export type Term = { readonly valid_from: string; readonly valid_to: string };
export const membershipTerm = async (memberNumber: string): Promise<Term> => {
  const [term] = await query<Term>(
    "select valid_from::text, valid_to::text from membership where member_number = $1 and state = 'active'",
    [memberNumber],
  );
  if (!term) throw new Error(`there is no membership ${memberNumber}`);
  return term;
};
export const setMembershipTerm = async (memberNumber: string, { valid_from, valid_to }: Term): Promise<void> => {
  await query("update membership set valid_from = $2, valid_to = $3 where member_number = $1", [
    memberNumber,
    valid_from,
    valid_to,
  ]);
};

/** Moves a membership's term so that it ends in this many days. */
export const endMembershipIn = async (memberNumber: string, days: number): Promise<void> => {
  const changed = await query(
    "update membership set valid_from = clock_timestamp() - interval '300 days', valid_to = clock_timestamp() + make_interval(days => $2) where member_number = $1 returning id",
    [memberNumber, days],
  );
  if (changed.length !== 1) throw new Error(`there is no membership ${memberNumber}`);
};

/** Cancels the sessions that an order has tickets for, as the venue does. */
export const cancelSessionOfOrder = async (orderId: string): Promise<void> => {
  const changed = await query(
    `update event_session s set cancelled = true from ticket t
     where t.ticket_order_id = $1 and s.seller_id = t.seller_id and s.id = t.event_session_id returning s.id`,
    [orderId],
  );
  if (changed.length === 0) throw new Error(`the order ${orderId} has no session`);
};

/** Moves the session of an order to now, so that the gate admits its tickets. Returns their codes, and the order's. */
export const openGateForOrder = async (
  orderId: string,
): Promise<{ readonly codes: readonly string[]; readonly orderCode: string }> => {
  const moved = await query<{ id: string }>(
    `update event_session s set start_datetime = n.at, end_datetime = n.at + interval '1 hour',
       local_day = (n.at at time zone e.timezone)::date, local_start = to_char(n.at at time zone e.timezone, 'HH24:MI'),
       local_end = to_char((n.at + interval '1 hour') at time zone e.timezone, 'HH24:MI')
     from ticket t, event_template e, (select date_trunc('second', clock_timestamp()) - (random() * interval '10 minutes') as at) n
     where t.ticket_order_id = $1 and s.seller_id = t.seller_id and s.id = t.event_session_id
       and e.seller_id = s.seller_id and e.id = s.event_template_id returning s.id`,
    [orderId],
  );
  if (moved.length === 0) throw new Error(`the order ${orderId} has no session`);
  const tickets = await query<{ scan_code: string; order_code: string }>(
    `select t.scan_code, o.scan_code as order_code from ticket t join ticket_order o on o.seller_id = t.seller_id and o.id = t.ticket_order_id
     where o.id = $1 order by t.id`,
    [orderId],
  );
  return { codes: tickets.map(({ scan_code }) => scan_code), orderCode: tickets[0]?.order_code ?? "" };
};

/** Ends the pairing codes of devices with this name, as after ten minutes. */
export const expirePairing = async (name: string): Promise<void> => {
  await query(
    `update scan_device set pairing_expires_at = clock_timestamp() where name = $1 and pairing_hash is not null returning id`,
    [name],
  );
};

/** How the scans of an order's tickets count, in order of time. */
export const countedScans = async (orderId: string): Promise<readonly string[]> =>
  (
    await query<{ counts: string }>(
      `select n.counts from scan n join ticket t on t.seller_id = n.seller_id and t.id = n.ticket_id
       where t.ticket_order_id = $1 order by n.at, n.id`,
      [orderId],
    )
  ).map(({ counts }) => counts);

/** The devices that scanned an order's tickets, in order of time. */
export const scannersOf = async (orderId: string): Promise<readonly string[]> =>
  (
    await query<{ name: string }>(
      `select d.name from scan n join ticket t on t.seller_id = n.seller_id and t.id = n.ticket_id
         join scan_device d on d.seller_id = n.seller_id and d.id = n.device_id
       where t.ticket_order_id = $1 order by n.at, n.id`,
      [orderId],
    )
  ).map(({ name }) => name);

/**
 * Copies an order for this many other buyers, and gives all sessions of its event enough capacity. Returns the session's
 * day.
 */
export const copyOrderForOthers = async (orderId: string, copies: number): Promise<string> => {
  const { owner, cleanUp } = await openCluster(workerShop().dataDir);
  const client = new pg.Client(owner);
  await client.connect();
  const connection = {
    query: async <Row extends pg.QueryResultRow>(statement: string, values: readonly unknown[]) =>
      (await client.query<Row>(statement, [...values])).rows,
  };
  try {
    await client.query("set app.seller = '*'");
    const [session] = await connection.query<{ day: string; cart_id: string; event_template_id: string }>(
      `select s.local_day::text as day, o.cart_id, s.event_template_id from ticket t
       join ticket_order o on o.seller_id = t.seller_id and o.id = t.ticket_order_id
       join event_session s on s.seller_id = t.seller_id and s.id = t.event_session_id where o.id = $1 limit 1`,
      [orderId],
    );
    if (!session) throw new Error(`the order ${orderId} has no session`);
    await client.query(
      "update event_session set capacity = capacity + $2 where event_template_id = $1 and capacity >= 0",
      [session.event_template_id, 2 * copies],
    );
    const original = await readOriginal(connection, { order_id: orderId, cart_id: session.cart_id });
    await copyOrder(connection, original, { from: 1, to: copies });
    return session.day;
  } finally {
    await client.end();
    await cleanUp();
  }
};

/** How many tickets of an event are valid, by the start of their session. */
export const validTicketsBySession = async (orderId: string): Promise<ReadonlyMap<string, number>> => {
  const rows = await query<{ id: string; count: number }>(
    `select t.event_session_id as id, count(*)::int as count from ticket t
     where t.state = 'booked' and t.event_template_id = (select event_template_id from ticket where ticket_order_id = $1 limit 1)
       and t.seller_id = (select seller_id from ticket_order where id = $1) group by 1`,
    [orderId],
  );
  return new Map(rows.map(({ id, count }) => [id, count]));
};

/** The session that an order was bought for. */
export const sessionOfOrder = async (orderId: string): Promise<string> =>
  (
    await query<{ id: string }>(
      "select event_session_id as id from ticket where ticket_order_id = $1 order by created_at limit 1",
      [orderId],
    )
  )[0]?.id ?? "";

/**
 * The number of e-mails about changes to buyers in the same bulk job as an order, and of the orders that they are about.
 */
export const countMoveEmails = async (
  orderId: string,
): Promise<{ readonly emails: number; readonly orders: number } | undefined> =>
  (
    await query<{ emails: number; orders: number }>(
      `select count(*)::int as emails, count(distinct x.ref_id)::int as orders from outbox x
       where x.kind = 'order_changed' and exists (select from bulk_item b where b.seller_id = x.seller_id and b.ticket_order_id = x.ref_id
         and b.bulk_job_id = (select bulk_job_id from bulk_item where ticket_order_id = $1))`,
      [orderId],
    )
  )[0];

/**
 * Creates work for finance on the order with an e-mail address: a refund that its provider has refused, and an e-mail
 * that the mail server has refused.
 */
export const troubleOrder = async (email: string): Promise<void> => {
  const refused = await query(
    `insert into refund (seller_id, id, payment_id, amount, currency, reason, state, failure, created_at, updated_at)
     select p.seller_id, gen_random_uuid(), p.id, 500, p.currency, 'requested', 'failed', 'insufficient_funds', now(), now()
     from payment p join ticket_order o on o.seller_id = p.seller_id and o.id = p.ticket_order_id
     join identity i on i.seller_id = o.seller_id and i.id = o.identity_id where i.email = $1 returning id`,
    [email],
  );
  const unsent = await query(
    "update outbox set state = 'dead', attempts = 5, last_error = '550 no such mailbox' where to_address = $1 returning id",
    [email],
  );
  if (refused.length === 0 || unsent.length === 0) throw new Error(`there is no paid order of ${email}`);
};

/** The order number that the buyer sees. */
export const numberOfOrder = async (order_id: string): Promise<string> => {
  const [order] = await query<{ number: string }>(
    "select order_number::text as number from ticket_order where id = $1",
    [order_id],
  );
  if (!order) throw new Error(`there is no order ${order_id}`);
  return order.number;
};

/** Makes the captures of an order older by `days`. The payouts of their gateway count as compared for the last 90 days. */
export const ageCaptures = async (order_id: string, days: number): Promise<void> => {
  const changed = await query(
    `with read as (
      insert into payout_reading (seller_id, gateway_id, since, checked_at)
      select distinct seller_id, gateway_id, now() - interval '90 days', now() from payment where ticket_order_id = $1
      on conflict do nothing)
    update payment set created_at = created_at - make_interval(days => $2) where ticket_order_id = $1 returning id`,
    [order_id, days],
  );
  if (changed.length === 0) throw new Error(`nothing was paid of the order ${order_id}`);
};

/** Makes yesterday the last day of a gift card. */
export const endGiftCard = async (id: string): Promise<void> => {
  const changed = await query(
    "update ledger_account set valid_to = now() - interval '1 day' where id = $1 returning id",
    [id],
  );
  if (changed.length !== 1) throw new Error(`there is no gift card ${id}`);
};
