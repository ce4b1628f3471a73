import type { LoginReply } from "@foyer/contract/login.ts";
import { guardStands, pause } from "../../db/faults.ts";
import { newId } from "../../db/newId.ts";
import { transact } from "../../db/transact.ts";
import type { Ask } from "../../http/ask.ts";
import { Refused } from "../../http/refused.ts";
import { takeCartsAlong } from "../cart/takeAlong.ts";
import { myMembership } from "../membership/myMembership.ts";
import { openSession } from "../identity/sessions.ts";
import { passwordNow, shownUser, type UserRow } from "../identity/users.ts";

/** What opened the door, as far as it can change before the session is there. */
export type Shown = {
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
export const letIn = async (
  ask: Ask,
  user: Pick<UserRow, "id">,
  { method, password, external }: Shown,
  besides: (ask: Ask) => Promise<unknown> = async () => undefined,
): Promise<LoginReply> => {
  await pause("login_shown");
  await transact(ask, async (ask) => {
    // A password that was changed meanwhile opens nothing any more.
    if (password !== undefined && (await passwordNow(ask, user.id)) !== password && guardStands("login_password_again"))
      throw notAuthorized();
    await besides(ask);
    await takeCartsAlong(ask, user.id);
    await pause("carts_moved");
    await openSession(
      ask,
      { identity_id: user.id, strength: "full", member_id: user.id },
      { method, ...(external && { external }) },
    );
  });
  ask.log.info({ event: "logged_in", method, user: user.id }, "somebody logged in");
  return loginReply(ask);
};

/** Whoever showed no more than a member's number stays the guest they were (rule 30). */
export const letInLimited = async (ask: Ask, user: Pick<UserRow, "id">, method: string): Promise<LoginReply> => {
  const { visitor } = ask;
  // It never takes the place of a login.
  if (visitor?.strength !== "full")
    await transact(ask, (ask) =>
      openSession(
        ask,
        { identity_id: visitor?.identity_id ?? newId(), strength: "limited", member_id: user.id },
        { method },
      ),
    );
  return loginReply(ask);
};

/** Who is in now, with what they are members of. */
export const loginReply = async (ask: Ask): Promise<LoginReply> => {
  const user = await shownUser(ask);
  return { user: { _data: user ? [user] : [] }, ...(await myMembership(ask)) };
};
