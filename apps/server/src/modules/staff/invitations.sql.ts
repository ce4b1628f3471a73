import { sql } from "kysely";
import type { StaffRole } from "@foyer/contract/office/staff/permissions.ts";
import type { Database } from "../../db/connections.ts";

/** How many days an invitation's link stays valid after it was last sent. */
export const invitationDays = 7;

export type Invitation = {
  readonly id: string;
  readonly invited_to: string | null;
  readonly email: string;
  readonly roles: readonly StaffRole[];
  readonly is_operator: boolean;
  readonly invited_by: string | null;
  readonly times_sent: number;
};

const columns = ["id", "invited_to", "email", "roles", "is_operator", "invited_by", "times_sent"] as const;
const expiry = sql<string>`app_now() + make_interval(days => ${invitationDays}::int)`;

type NewInvitation = Omit<Invitation, "times_sent"> & { readonly token_hash: Buffer };

/**
 * Invites an address. If it has an open invitation, that invitation gets these roles and a new link; the older link stops
 * working.
 */
export const upsertInvitation = async (db: Database, row: NewInvitation): Promise<Invitation> => {
  const { rows } = await sql<Invitation>`
    insert into staff_invitation as i (id, invited_to, email, roles, is_operator, invited_by, token_hash, created_at, expires_at)
    values (${row.id}::uuid, ${row.invited_to}::uuid, ${row.email}, ${row.roles}::text[], ${row.is_operator}::boolean,
      ${row.invited_by}::uuid, ${row.token_hash}, app_now(), ${expiry})
    on conflict (invited_to, lower(email)) where accepted_at is null and withdrawn_at is null do update set
      roles = excluded.roles, invited_by = excluded.invited_by, token_hash = excluded.token_hash,
      expires_at = excluded.expires_at, times_sent = i.times_sent + 1
    returning id, invited_to, email, roles, is_operator, invited_by, times_sent`.execute(db);
  const [invitation] = rows;
  if (!invitation) throw new Error("The invitation was not stored.");
  return invitation;
};

const isOpen = sql<boolean>`accepted_at is null and withdrawn_at is null and expires_at > app_now()`;

/** The invitation of a link that is still valid. Locks it, because a link works only once. */
export const lockInvitation = (db: Database, token_hash: Buffer): Promise<Invitation | undefined> =>
  db
    .selectFrom("staff_invitation")
    .select(columns)
    .where("token_hash", "=", token_hash)
    .where(isOpen)
    .forUpdate()
    .executeTakeFirst();

export const findInvitation = (db: Database, token_hash: Buffer): Promise<Invitation | undefined> =>
  db
    .selectFrom("staff_invitation")
    .select(columns)
    .where("token_hash", "=", token_hash)
    .where(isOpen)
    .executeTakeFirst();

/** An invitation of a seller that was neither accepted nor withdrawn. Its link may have expired. */
export const lockInvitationOf = (db: Database, sellerId: string, id: string): Promise<Invitation | undefined> =>
  db
    .selectFrom("staff_invitation")
    .select(columns)
    .where("id", "=", id)
    .where("invited_to", "=", sellerId)
    .where("accepted_at", "is", null)
    .where("withdrawn_at", "is", null)
    .forUpdate()
    .executeTakeFirst();

/** The same by its address. */
export const lockInvitationTo = (db: Database, sellerId: string, email: string): Promise<Invitation | undefined> =>
  db
    .selectFrom("staff_invitation")
    .select(columns)
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .where("invited_to", "=", sellerId)
    .where("accepted_at", "is", null)
    .where("withdrawn_at", "is", null)
    .forUpdate()
    .executeTakeFirst();

/** Seconds until an address can be sent another invitation to a seller; 0 or less means now. Withdrawn ones count too. */
export const secondsUntilInvitedAgain = async (
  db: Database,
  { invited_to, email, seconds }: { readonly invited_to: string; readonly email: string; readonly seconds: number },
): Promise<number> => {
  const { rows } = await sql<{ wait: number | null }>`
    select ceil(extract(epoch from max(expires_at) - make_interval(days => ${invitationDays}::int, secs => -${seconds}::int) - app_now()))::int as wait
    from staff_invitation where invited_to = ${invited_to}::uuid and lower(email) = lower(${email})`.execute(db);
  return rows[0]?.wait ?? 0;
};

export const markAccepted = (db: Database, id: string, staff_id: string) =>
  db
    .updateTable("staff_invitation")
    .set({ accepted_at: sql<string>`app_now()`, accepted_by: staff_id })
    .where("id", "=", id)
    .execute();

export const markWithdrawn = (db: Database, id: string) =>
  db
    .updateTable("staff_invitation")
    .set({ withdrawn_at: sql<string>`app_now()` })
    .where("id", "=", id)
    .execute();

/** Gives an invitation another link for another seven days. Whoever sends it now becomes the inviter. */
export const renewInvitation = (db: Database, id: string, renewed: { token_hash: Buffer; invited_by: string }) =>
  db
    .updateTable("staff_invitation")
    .set((invitation) => ({ ...renewed, expires_at: expiry, times_sent: invitation("times_sent", "+", 1) }))
    .where("id", "=", id)
    .execute();

export type ListedInvitation = Pick<Invitation, "id" | "email" | "roles" | "invited_by"> & {
  readonly sent_at: string;
  readonly expires_at: string;
  readonly is_over: boolean;
};

export const openInvitationsOf = async (db: Database, sellerId: string): Promise<ListedInvitation[]> => {
  const { rows } = await sql<ListedInvitation>`
    select id, email, roles, invited_by, expires_at - make_interval(days => ${invitationDays}::int) as sent_at, expires_at,
      expires_at <= app_now() as is_over
    from staff_invitation where invited_to = ${sellerId}::uuid and accepted_at is null and withdrawn_at is null
    order by expires_at desc, id limit 200`.execute(db);
  return rows;
};

/** The slug of a seller that invites an account's address. */
export const invitingSeller = async (db: Database, staff_id: string): Promise<string | undefined> => {
  const { rows } = await sql<{ slug: string }>`
    select s.slug from staff a
    join staff_invitation i on lower(i.email) = lower(a.email) and i.accepted_at is null and i.withdrawn_at is null
      and i.expires_at > app_now()
    join seller s on s.id = i.invited_to
    where a.id = ${staff_id}::uuid order by s.slug limit 1`.execute(db);
  return rows[0]?.slug;
};

/** The slug of the installation's first seller. */
export const oldestSeller = async (db: Database): Promise<string | undefined> => {
  const { rows } = await sql<{ slug: string }>`
    select slug from seller where preview_of is null order by created_at, id limit 1`.execute(db);
  return rows[0]?.slug;
};
