import type { IdentityInput } from "@foyer/contract/shop/identity.ts";
import type { User } from "@foyer/contract/shop/login.ts";
import { normalizeEmail, isPlaceholderEmail } from "@foyer/rules/values/normalizeNames.ts";
import { safePattern } from "@foyer/rules/values/safePattern.ts";
import { guardStands } from "../../../db/faultPoints.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { lockOutUnverifiedUsers } from "./ensureUsers.ts";
import {
  insertUser,
  selectPasswordForShare,
  saveEmail,
  savePassword,
  saveEmailVerified,
  updateUserDetails,
  userByEmail,
  userById,
  type UserRow,
} from "./users.sql.ts";

export type { UserRow } from "./users.sql.ts";

/** Who logs in with this address, however it is written. */
export const findUserByEmail = (
  ctx: Pick<RequestContext, "db" | "seller">,
  email: string,
): Promise<UserRow | undefined> => userByEmail(ctx, normalizeEmail(email));
export const findUser = (ctx: Pick<RequestContext, "db" | "seller">, id: string): Promise<UserRow | undefined> =>
  userById(ctx, id);

/** Does an address only stand in for one (requirements OPEN-51)? Nobody can give themselves such a one (T104). */
export const isPlaceholderAddress = ({ seller }: Pick<RequestContext, "seller">, email: string | null): boolean => {
  const { no_email_prefix = "noemail", test_accounts } = seller.configuration.login ?? {};
  const isTestAccount = (test_accounts === undefined ? undefined : safePattern(test_accounts)) ?? (() => false);
  return isPlaceholderEmail(email, { prefix: no_email_prefix, isTestAccount });
};

const toUser = (ctx: Pick<RequestContext, "seller">, row: UserRow): User => ({
  id: row.id,
  identity: {
    id: row.id,
    first_name: row.first_name,
    last_name: row.last_name,
    // A stand-in is nobody's address and is not shown.
    email: isPlaceholderAddress(ctx, row.email) ? null : row.email,
    phone: row.phone,
    address: row.address,
    address_more: row.address_more,
    city: row.city,
    state: row.state,
    region: row.region,
    country: row.country,
    zip_code: row.zip_code,
    gift_aid_eligible: row.gift_aid_eligible,
    additional_info: row.additional_info as Record<string, unknown>,
  },
  strength: "full",
  has_password: row.password !== null,
  needs_email: isPlaceholderAddress(ctx, row.email),
});

/** A limited session says whom it buys for by one letter, under the guest's own id (rule 30, T96). */
const toLimitedUser = (visitor_id: string, row: UserRow): User => ({
  id: visitor_id,
  identity: { id: visitor_id, first_name: [...(row.first_name ?? "")][0] ?? null, last_name: null, email: null },
  strength: "limited",
  has_password: false,
  needs_email: false,
});

/** Who is asking, as far as they may see it; nobody for a guest. */
export const readCurrentUser = async (ctx: RequestContext): Promise<User | undefined> => {
  const { visitor } = ctx;
  if (!visitor || visitor.member_id === null) return undefined;
  const row = await userById(ctx, visitor.member_id);
  if (!row) return undefined;
  return visitor.strength === "full" ? toUser(ctx, row) : toLimitedUser(visitor.identity_id, row);
};

/** A user's password as it is kept, unchanged until the caller's transaction ends. */
export const lockPassword = (ctx: Pick<RequestContext, "db" | "seller">, id: string): Promise<string | null> =>
  selectPasswordForShare(ctx, id);

/** Keeps a new password. `proves`: it was set by a letter to the user's address. */
export const setPassword = (
  ctx: Pick<RequestContext, "db" | "seller">,
  id: string,
  hash: string,
  { verifiesEmail }: { readonly verifiesEmail: boolean },
): Promise<unknown> => savePassword(ctx, id, hash, verifiesEmail);

/** Whoever read a letter to this address is who has it, as long as it is still the user's. */
export const markEmailVerified = (
  ctx: Pick<RequestContext, "db" | "seller">,
  id: string,
  email: string,
): Promise<unknown> => saveEmailVerified(ctx, id, email);

/**
 * The same of somebody who comes in by it. Whoever got into the account before and never showed that the address is theirs
 * may lie in wait there for its owner, and is out of it (pre-hijacking).
 */
export const confirmEmailOwner = async (
  ctx: Pick<RequestContext, "db" | "seller">,
  id: string,
  email: string,
): Promise<void> => {
  const user = await userById(ctx, id);
  if (user?.email_proved_at === null && guardStands("unverified_users"))
    await lockOutUnverifiedUsers(ctx.db, ctx.seller.id, [id]);
  await saveEmailVerified(ctx, id, email);
};

/** A new user, unless the address is somebody's: false then. */
export const addUser = (
  ctx: Pick<RequestContext, "db" | "seller">,
  user: {
    readonly id: string;
    readonly first_name: string;
    readonly last_name: string;
    readonly email: string;
    readonly password: string | null;
    readonly additional_info: Readonly<Record<string, unknown>>;
  },
): Promise<boolean> => insertUser(ctx, user);

/** Two became the owner of one address at the same moment, and met at its index: this one was second. */
export const isEmailConflict = (error: unknown): boolean =>
  error instanceof Error && "constraint" in error && error.constraint === "identity_user_email";

/** Gives a user the address that was proved to be theirs; false where it is somebody else's by now. */
export const setEmail = (ctx: Pick<RequestContext, "db" | "seller">, id: string, email: string): Promise<boolean> =>
  saveEmail(ctx, id, email);

/** Keeps details; those that were `cleared` are empty from now on. */
export const saveUserDetails = (
  ctx: Pick<RequestContext, "db" | "seller">,
  id: string,
  details: {
    readonly kept: Partial<IdentityInput>;
    readonly cleared: readonly string[];
    readonly answers: IdentityInput["additional_info"];
  },
): Promise<unknown> => updateUserDetails(ctx, id, details);
