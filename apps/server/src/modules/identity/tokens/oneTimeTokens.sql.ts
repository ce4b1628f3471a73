import { withAnswer } from "../../../db/statements/statement.ts";
import { sql } from "kysely";
import type { RequestContext } from "../../../http/requestContext.ts";
import type { LoginTokenTable } from "../../../db/schema/memberships.ts";

type Db = Pick<RequestContext, "db" | "seller">;
type Purpose = LoginTokenTable["purpose"];

export type NewToken = Pick<
  LoginTokenTable,
  "id" | "purpose" | "token_hash" | "code_hash" | "browser_hash" | "email" | "identity_id" | "redirect_path"
> & { readonly readySeconds: number; readonly seconds: number };

export const insertToken = ({ db, seller }: Db, { readySeconds, seconds, ...token }: NewToken) =>
  db
    .insertInto("login_token")
    .values({
      ...token,
      seller_id: seller.id,
      created_at: sql<string>`app_now()`,
      ready_at: sql<string>`app_now() + make_interval(secs => ${readySeconds})`,
      expires_at: sql<string>`app_now() + make_interval(secs => ${seconds})`,
    })
    .execute();

/** Ends earlier secrets for an address that the same browser has requested, or else the same user. */
export const revokeTokens = (
  { db, seller }: Db,
  purpose: Purpose,
  email: string,
  requester: { readonly browser_hash: Buffer } | { readonly identity_id: string },
) =>
  db
    .updateTable("login_token")
    .set({ ended_at: sql<string>`app_now()` })
    .where("seller_id", "=", seller.id)
    .where("purpose", "=", purpose)
    .where("email", "=", email)
    .where((eb) =>
      "browser_hash" in requester
        ? eb("browser_hash", "=", requester.browser_hash)
        : eb("identity_id", "=", requester.identity_id),
    )
    .where("ended_at", "is", null)
    .where("used_at", "is", null)
    .execute();

export const revokeTokensOfUser = ({ db, seller }: Db, identity_id: string) =>
  db
    .updateTable("login_token")
    .set({ ended_at: sql<string>`app_now()` })
    .where("seller_id", "=", seller.id)
    .where("identity_id", "=", identity_id)
    .where("ended_at", "is", null)
    .where("used_at", "is", null)
    .execute();

const isUsable = sql<boolean>`used_at is null and ended_at is null and expires_at > app_now()`;

export const readTokenState = ({ db, seller }: Db, purpose: Purpose, token_hash: Buffer) =>
  db
    .selectFrom("login_token")
    .select(["id", "email", "identity_id", "browser_hash"])
    .select(isUsable.as("is_usable"))
    .select(sql<boolean>`ready_at <= app_now()`.as("is_ready"))
    .where("seller_id", "=", seller.id)
    .where("purpose", "=", purpose)
    .where("token_hash", "=", token_hash)
    .executeTakeFirst();

/**
 * Counts an attempt at a code before the code is compared. Undefined if no attempt is left or the token is not usable.
 * `markTokenUsed` checks again, in the transaction of the login.
 */
export const countCodeAttempt = ({ db, seller }: Db, token_hash: Buffer, browser_hash: Buffer, maxAttempts: number) =>
  db
    .updateTable("login_token")
    .set((eb) => ({ attempts: eb("attempts", "+", 1) }))
    .where("seller_id", "=", seller.id)
    .where("purpose", "=", "otp")
    .where("token_hash", "=", token_hash)
    .where("browser_hash", "=", browser_hash)
    .where(isUsable)
    .where(sql<boolean>`ready_at <= app_now()`)
    .where(sql<boolean>`attempts < ${maxAttempts}`)
    .returning(["id", "attempts", "code_hash", "email", "identity_id", "redirect_path"])
    .executeTakeFirst();

/** Undefined if the token was used before or is no longer usable. */
export const markTokenUsed = ({ db, seller }: Db, id: string) =>
  db
    .updateTable("login_token")
    .set({ uses: 1, used_at: sql<string>`app_now()` })
    .where("seller_id", "=", seller.id)
    .where("id", "=", id)
    .where("uses", "=", 0)
    .where(isUsable)
    .returning("id")
    .executeTakeFirst();

/** Queues an e-mail with a secret. For an unknown address it does the same work and queues nothing. */
export const queueTokenEmail = async (
  { db, seller }: Db,
  email: {
    readonly id: string;
    readonly kind: string;
    readonly ref_id: string;
    readonly to: string;
    readonly message: string;
  },
  isKnown: boolean,
): Promise<void> => {
  await sql`insert into outbox (seller_id, id, kind, ref_id, to_address, message, state)
    select ${seller.id}::uuid, ${email.id}::uuid, ${email.kind}::text, ${email.ref_id}::uuid, ${email.to}::text, ${email.message}::jsonb,
      case when ${seller.preview_until !== undefined}::boolean then 'kept' else 'queued' end
    where ${isKnown}::boolean ${sql.raw(withAnswer)}`.execute(db);
};
