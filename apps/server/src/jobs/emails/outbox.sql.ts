import { sql, type RawBuilder } from "kysely";
import type { Database } from "../../db/connections.ts";
import { secretEmailKinds, secretStaffEmailKinds } from "../../providers/mail/secretEmails.ts";
import { claimBySeller, type DueOfSeller, type DueRow } from "../turns/claimBySeller.ts";

/** If an e-mail was claimed this long ago, the server that claimed it has died. */
const claimMinutes = 10;

/** Few enough to be sent long before the claim ends, even with a slow mail server. */
export const claimedAtOnce = 20;

export type ClaimedEmail = {
  seller_id: string;
  slug: string;
  id: string;
  kind: string;
  to_address: string;
  message: unknown;
  attempts: number;
};

const isDue = sql.raw("o.state in ('queued', 'sending') and o.next_at <= app_now()");

const dueEmails = async (acrossSellers: Database, limit: number): Promise<DueRow[]> => {
  const { rows } = await sql<DueRow>`
    select o.seller_id, s.slug, o.id from outbox o join seller s on s.id = o.seller_id
    where ${isDue} and s.preview_of is null order by o.next_at limit ${limit}`.execute(acrossSellers);
  return rows;
};

/** Locks a seller's e-mails that are still due and not locked by anyone else. */
const lockedDue = ({ seller_id, ids }: DueOfSeller) => sql`
  o.seller_id = ${seller_id} and o.id in (
    select o.id from outbox o where o.seller_id = ${seller_id} and o.id = any(${ids}::uuid[]) and ${isDue}
    order by o.id for update skip locked)`;

/** Claims due e-mails, seller by seller; two servers never claim the same one. */
export const claimDueEmails = async (acrossSellers: Database): Promise<ClaimedEmail[]> =>
  claimBySeller(await dueEmails(acrossSellers, claimedAtOnce), async (due) => {
    const { rows } = await sql<ClaimedEmail>`
      update outbox o set state = 'sending', attempts = attempts + 1, next_at = app_now() + make_interval(mins => ${claimMinutes})
      where ${lockedDue(due)}
      returning o.seller_id, ${due.slug}::text as slug, o.id, o.kind, o.to_address, o.message, o.attempts`.execute(
      acrossSellers,
    );
    return rows;
  });

/**
 * Without a mail server: marks due e-mails as kept, so that they can be read in the outbox. Returns the number of marked
 * e-mails.
 */
export const keepDueEmails = async (acrossSellers: Database): Promise<number> => {
  const kept = await claimBySeller(await dueEmails(acrossSellers, 1000), async (due) => {
    const { rows } = await sql`
      update outbox o set state = 'kept', attempts = attempts + 1, last_error = null, next_at = app_now()
      where ${lockedDue(due)} returning o.id`.execute(acrossSellers);
    return rows;
  });
  return kept.length;
};

const kindIn = (kinds: readonly string[]) => sql.raw(`kind in (${kinds.map((kind) => `'${kind}'`).join(", ")})`);
const secretKinds = kindIn(secretEmailKinds);
/** Includes those of the back office, which are blanked by modules/staff/cleanUp.sql.ts. */
const allSecretKinds = kindIn([...secretEmailKinds, ...secretStaffEmailKinds]);
const maxBlanked = 500;

/**
 * Blanks e-mails whose code or link was used, was replaced by a newer one or has expired, including those kept for
 * reading without a mail server. An e-mail that could not be sent by then is not sent any more.
 */
export const blankUsedSecrets = async (acrossSellers: Database): Promise<number> => {
  const isOver = (
    seller_id: RawBuilder<string>,
  ) => sql`${secretKinds} and o.blanked_at is null and o.state <> 'sending' and not exists (
    select from login_token t where t.seller_id = ${seller_id} and t.id = o.ref_id
      and t.used_at is null and t.ended_at is null and t.expires_at > app_now())`;
  const { rows: found } = await sql<DueRow>`
    select o.seller_id, '' as slug, o.id from outbox o where ${isOver(sql.ref("o.seller_id"))}
    order by o.created_at limit ${maxBlanked}`.execute(acrossSellers);
  const blanked = await claimBySeller(found, async ({ seller_id, ids }) => {
    const { rows } = await sql`
      update outbox o set message = '{}', blanked_at = app_now(),
        state = case when state = 'queued' then 'dead' else state end,
        last_error = case when state = 'queued' then 'The code or link was over before it could be sent.' else last_error end
      where o.seller_id = ${seller_id} and o.id in (
        select o.id from outbox o where o.seller_id = ${seller_id} and o.id = any(${ids}::uuid[]) and ${isOver(sql`${seller_id}::uuid`)}
        order by o.id for update skip locked)
      returning o.id`.execute(acrossSellers);
    return rows;
  });
  return blanked.length;
};

export type SendOutcome = {
  readonly state: "sent" | "kept" | "queued" | "dead";
  readonly last_error?: string;
  readonly waitMinutes?: number;
};

export const recordOutcome = (
  acrossSellers: Database,
  { seller_id, id, attempts }: ClaimedEmail,
  { state, last_error, waitMinutes = 0 }: SendOutcome,
) =>
  acrossSellers
    .updateTable("outbox")
    .set({
      state,
      last_error: last_error ?? null,
      sent_at: state === "sent" ? sql<string>`app_now()` : null,
      next_at: sql<string>`app_now() + make_interval(mins => ${waitMinutes})`,
      // A sent code is in the recipient's mailbox; here it would only be a secret to steal.
      ...(state === "sent" && {
        message: sql<string>`case when ${allSecretKinds} then '{}' else message end`,
        blanked_at: sql<string | null>`case when ${allSecretKinds} then app_now() end`,
      }),
    })
    .where("seller_id", "=", seller_id)
    .where("id", "=", id)
    .where("state", "=", "sending")
    // If it was claimed again in the meantime, the other server records the outcome.
    .where("attempts", "=", attempts)
    .execute();

/** E-mails that are waiting or could not be sent, of one seller or of all, the failed ones first. */
export const unsentEmails = (acrossSellers: Database, slug: string | undefined) => {
  const query = acrossSellers
    .selectFrom("outbox as o")
    .innerJoin("seller as s", "s.id", "o.seller_id")
    .select(["o.id", "s.slug", "o.state", "o.kind", "o.to_address", "o.attempts", "o.next_at", "o.last_error"])
    .where("o.state", "in", ["queued", "sending", "dead"])
    .where("o.blanked_at", "is", null)
    .orderBy(sql`o.state = 'dead'`, "desc")
    .orderBy("o.created_at")
    .limit(500);
  return (slug === undefined ? query : query.where("s.slug", "=", slug)).execute();
};

/** E-mails of previews are never sent. */
const isSendable = sql<boolean>`outbox.seller_id in (select id from seller where preview_of is null)`;

/** Queues e-mails again and returns the queued ones; an e-mail that is being sent at the moment is skipped. */
export const requeueEmails = (
  acrossSellers: Database,
  ids: readonly string[],
): Promise<{ seller_id: string; id: string; kind: string }[]> =>
  acrossSellers
    .updateTable("outbox")
    .set({ state: "queued", attempts: 0, next_at: sql<string>`app_now()`, last_error: null })
    .where("id", "in", ids)
    .where("state", "in", ["queued", "dead", "kept"])
    .where("blanked_at", "is", null)
    .where(isSendable)
    .returning(["seller_id", "id", "kind"])
    .execute();
