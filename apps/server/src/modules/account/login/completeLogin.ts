import type { LoginReply } from "@foyer/contract/shop/login.ts";
import { pause } from "../../../db/faultPoints.ts";
import { newId } from "../../../db/newId.ts";
import { transact } from "../../../db/transact.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { Refused } from "../../../errors/refused.ts";
import { transferCartsToUser } from "../../cart/transfer/transferCartsToUser.ts";
import { readMemberships } from "../../membership/read/readMemberships.ts";
import { openSession } from "../../identity/sessions/sessions.ts";
import { lockPassword, lockUser, readCurrentUser, type UserRow } from "../../identity/users/users.ts";

/** How the user was authenticated. */
export type LoginProof = {
  readonly method: string;
  /** The stored hash that the password was compared with, if any. */
  readonly password?: string | null;
  readonly external?: Readonly<Record<string, unknown>>;
};

export const notAuthorized = (description?: string): Refused =>
  new Refused({ code: "not_authorized", context: "login", ...(description !== undefined && { description }) });

/**
 * Opens a full session for an authenticated user, and moves the guest's carts to them. `inTransaction` runs in the same
 * transaction, before the carts.
 */
export const completeLogin = async (
  ctx: RequestContext,
  user: Pick<UserRow, "id">,
  { method, password, external }: LoginProof,
  inTransaction: (ctx: RequestContext) => Promise<unknown> = async () => undefined,
): Promise<LoginReply> => {
  await pause("login_verified");
  await transact(ctx, async (ctx) => {
    // The password may have been changed since it was compared.
    if (password !== undefined && (await lockPassword(ctx, user.id)) !== password) throw notAuthorized();
    await inTransaction(ctx);
    await transferCartsToUser(ctx, user.id);
    await pause("carts_moved");
    if (!(await lockUser(ctx, user.id))) throw notAuthorized();
    await openSession(
      ctx,
      { identity_id: user.id, strength: "full", member_id: user.id },
      { method, ...(external && { external }) },
    );
  });
  ctx.log.info({ event: "logged_in", method, user: user.id }, "user logged in");
  return readLoginReply(ctx);
};

/** Opens a limited session: the visitor stays the same guest, but can use the member's benefits. */
export const completeLimitedLogin = async (
  ctx: RequestContext,
  user: Pick<UserRow, "id">,
  method: string,
): Promise<LoginReply> => {
  const { visitor } = ctx;
  // Never replaces a full session.
  if (visitor?.strength !== "full")
    await transact(ctx, async (ctx) => {
      if (!(await lockUser(ctx, user.id))) throw notAuthorized();
      await openSession(
        ctx,
        { identity_id: visitor?.identity_id ?? newId(), strength: "limited", member_id: user.id },
        { method },
      );
    });
  return readLoginReply(ctx);
};

/** The current user with their memberships. */
export const readLoginReply = async (ctx: RequestContext): Promise<LoginReply> => {
  const user = await readCurrentUser(ctx);
  return { user: { _data: user ? [user] : [] }, ...(await readMemberships(ctx)) };
};
