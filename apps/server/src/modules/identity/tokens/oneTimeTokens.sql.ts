import { sql } from "kysely";
import type { RequestContext } from "../../../http/requestContext.ts";
import { guardStands } from "../../../db/faultPoints.ts";
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

/** A newer one takes the place of those before it. */
export const revokeTokens = ({ db, seller }: Db, purpose: Purpose, email: string) =>
  db
    .updateTable("login_token")
    .set({ ended_at: sql<string>`app_now()` })
    .where("seller_id", "=", seller.id)
    .where("purpose", "=", purpose)
    .where("email", "=", email)
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

/** As it stands at this moment; undefined for one that was never given. */
export const readTokenState = ({ db, seller }: Db, purpose: Purpose, token_hash: Buffer) =>
  db
    .selectFrom("login_token")
    .select(["id", "email", "identity_id", "browser_hash"])
    .select(isUsable.as("is_good"))
    .select(sql<boolean>`ready_at <= app_now()`.as("is_ready"))
    .where("seller_id", "=", seller.id)
    .where("purpose", "=", purpose)
    .where("token_hash", "=", token_hash)
    .executeTakeFirst();

/**
 * Takes one of the attempts at a code before it is compared (T89). Undefined: there is none left, or nothing to try. That it is
 * good is asked again when it is spent, in the transaction of what it opens; behind both, of its time, stands a constraint.
 */
export const countCodeAttempt = async (
  { db, seller }: Db,
  token_hash: Buffer,
  browser_hash: Buffer,
  maxAttempts: number,
) => {
  const attempt = db
    .updateTable("login_token")
    .set((eb) => ({ attempts: eb("attempts", "+", 1) }))
    .where("seller_id", "=", seller.id)
    .where("purpose", "=", "otp")
    .where("token_hash", "=", token_hash)
    .where("browser_hash", "=", browser_hash)
    .where(guardStands("otp_good") ? isUsable : sql<boolean>`true`)
    .where(sql<boolean>`ready_at <= app_now()`)
    .where(guardStands("otp_attempts") ? sql<boolean>`attempts < ${maxAttempts}` : sql<boolean>`true`)
    .returning(["id", "attempts", "code_hash", "email", "identity_id", "redirect_path"]);
  return attempt.executeTakeFirst();
};

/** Uses it up, once. Undefined: somebody was faster, or it is over. */
export const markTokenUsed = ({ db, seller }: Db, id: string) => {
  const update = db
    .updateTable("login_token")
    .set({ uses: 1, used_at: sql<string>`app_now()` })
    .where("seller_id", "=", seller.id)
    .where("id", "=", id)
    .returning("id");
  return (guardStands("token_once") ? update.where("uses", "=", 0).where(isUsable) : update).executeTakeFirst();
};

/** Puts a letter with a secret into the outbox, or does all the same and leaves it out, where nobody knows the address. */
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
  await sql`insert into outbox (seller_id, id, kind, ref_id, to_address, message)
    select ${seller.id}::uuid, ${email.id}::uuid, ${email.kind}, ${email.ref_id}::uuid, ${email.to}, ${email.message}::jsonb
    where ${isKnown}::boolean`.execute(db);
};
