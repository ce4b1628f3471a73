import type { LoginReply } from "@foyer/contract/shop/login.ts";
import { guardStands, pause } from "../../../db/faultPoints.ts";
import { newId } from "../../../db/newId.ts";
import { transact } from "../../../db/transact.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { Refused } from "../../../errors/refused.ts";
import { transferCartsToUser } from "../../cart/transfer/transferCartsToUser.ts";
import { readMemberships } from "../../membership/read/readMemberships.ts";
import { openSession } from "../../identity/sessions/sessions.ts";
import { lockPassword, readCurrentUser, type UserRow } from "../../identity/users/users.ts";

/** What opened the door, as far as it can change before the session is there. */
export type LoginProof = {
  readonly method: string;
  /** The password that was compared with, where one was. */
  readonly password?: string | null;
  readonly external?: Readonly<Record<string, unknown>>;
};

export const notAuthorized = (description?: string): Refused =>
  new Refused({ code: "not_authorized", context: "login", ...(description !== undefined && { description }) });

/**
 * A full session for a user who has shown who they are; `besides` is done in its transaction. Whoever had another session
 * leaves it, and takes along what they were about to buy.
 */
export const completeLogin = async (
  ctx: RequestContext,
  user: Pick<UserRow, "id">,
  { method, password, external }: LoginProof,
  inTransaction: (ctx: RequestContext) => Promise<unknown> = async () => undefined,
): Promise<LoginReply> => {
  await pause("login_verified");
  await transact(ctx, async (ctx) => {
    // A password that was changed meanwhile opens nothing any more.
    if (
      password !== undefined &&
      (await lockPassword(ctx, user.id)) !== password &&
      guardStands("login_password_again")
    )
      throw notAuthorized();
    await inTransaction(ctx);
    await transferCartsToUser(ctx, user.id);
    await pause("carts_moved");
    await openSession(
      ctx,
      { identity_id: user.id, strength: "full", member_id: user.id },
      { method, ...(external && { external }) },
    );
  });
  ctx.log.info({ event: "logged_in", method, user: user.id }, "somebody logged in");
  return readLoginReply(ctx);
};

/** Whoever showed no more than a member's number stays the guest they were (rule 30). */
export const completeLimitedLogin = async (
  ctx: RequestContext,
  user: Pick<UserRow, "id">,
  method: string,
): Promise<LoginReply> => {
  const { visitor } = ctx;
  // It never takes the place of a login.
  if (visitor?.strength !== "full")
    await transact(ctx, (ctx) =>
      openSession(
        ctx,
        { identity_id: visitor?.identity_id ?? newId(), strength: "limited", member_id: user.id },
        { method },
      ),
    );
  return readLoginReply(ctx);
};

/** Who is in now, with what they are members of. */
export const readLoginReply = async (ctx: RequestContext): Promise<LoginReply> => {
  const user = await readCurrentUser(ctx);
  return { user: { _data: user ? [user] : [] }, ...(await readMemberships(ctx)) };
};
