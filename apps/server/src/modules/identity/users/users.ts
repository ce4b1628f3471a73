import type { IdentityInput } from "@foyer/contract/shop/identity.ts";
import type { User } from "@foyer/contract/shop/login.ts";
import { normalizeEmail, isPlaceholderEmail } from "@foyer/rules/values/normalizeNames.ts";
import { safePattern } from "@foyer/rules/values/safePattern.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { violates } from "../../../errors/violates.ts";
import { lockOutUnverifiedUsers } from "./ensureUsers.ts";
import {
  insertUser,
  selectPasswordForShare,
  lockUserRow,
  saveEmail,
  savePassword,
  saveEmailVerified,
  updateUserDetails,
  userByEmail,
  userById,
  type UserRow,
} from "./users.sql.ts";

export type { UserRow } from "./users.sql.ts";

export const findUserByEmail = (
  ctx: Pick<RequestContext, "db" | "seller">,
  email: string,
): Promise<UserRow | undefined> => userByEmail(ctx, normalizeEmail(email));
export const findUser = (ctx: Pick<RequestContext, "db" | "seller">, id: string): Promise<UserRow | undefined> =>
  userById(ctx, id);

/** A placeholder that the seller gave to an account without an e-mail address. Visitors cannot choose one. */
export const isPlaceholderAddress = ({ seller }: Pick<RequestContext, "seller">, email: string | null): boolean => {
  const { no_email_prefix = "noemail", test_accounts } = seller.configuration.login ?? {};
  return isPlaceholderEmail(email, {
    prefix: no_email_prefix,
    // Compiled only for an address that begins with the prefix, because this runs for every user that is read.
    isTestAccount: (address) => test_accounts !== undefined && (safePattern(test_accounts)?.(address) ?? false),
  });
};

/** What a reply about the user contains besides; `identity` always does. */
type UserEmbeds = { readonly _embed?: readonly ("identity" | "identity.meta")[] | undefined };

const toUser = (ctx: Pick<RequestContext, "seller">, row: UserRow, { _embed = [] }: UserEmbeds): User => ({
  id: row.id,
  identity: {
    id: row.id,
    first_name: row.first_name,
    last_name: row.last_name,
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
    ...(_embed.includes("identity.meta") && { meta: row.meta as { send_email?: boolean } }),
  },
  strength: "full",
  has_password: row.password !== null,
  needs_email: isPlaceholderAddress(ctx, row.email),
});

/** A limited session shows only the member's first initial, under the guest's own id. */
const toLimitedUser = (visitor_id: string, row: UserRow): User => ({
  id: visitor_id,
  identity: { id: visitor_id, first_name: [...(row.first_name ?? "")][0] ?? null, last_name: null, email: null },
  strength: "limited",
  has_password: false,
  needs_email: false,
});

/** The visitor's user, with the details that their session may see; undefined for a guest. */
export const readCurrentUser = async (ctx: RequestContext, sent: UserEmbeds = {}): Promise<User | undefined> => {
  const { visitor } = ctx;
  if (!visitor || visitor.member_id === null) return undefined;
  const row = await userById(ctx, visitor.member_id);
  if (!row) return undefined;
  return visitor.strength === "full" ? toUser(ctx, row, sent) : toLimitedUser(visitor.identity_id, row);
};

/** The stored password hash, locked until the caller's transaction ends. */
export const lockPassword = (ctx: Pick<RequestContext, "db" | "seller">, id: string): Promise<string | null> =>
  selectPasswordForShare(ctx, id);

/** Locks a user and returns whether they still exist: staff may merge accounts, and people may be erased. */
export const lockUser = (ctx: Pick<RequestContext, "db" | "seller">, id: string): Promise<boolean> =>
  lockUserRow(ctx, id);

/** `verifiesEmail`: it was set through a link in an e-mail to the user's address. */
export const storePassword = (
  ctx: Pick<RequestContext, "db" | "seller">,
  id: string,
  hash: string,
  { verifiesEmail }: { readonly verifiesEmail: boolean },
): Promise<unknown> => savePassword(ctx, id, hash, verifiesEmail);

/** Marks the address as verified, if it is still the user's. */
export const markEmailVerified = (
  ctx: Pick<RequestContext, "db" | "seller">,
  id: string,
  email: string,
): Promise<unknown> => saveEmailVerified(ctx, id, email);

/**
 * Verifies the address of a user who logs in with it, and ends all other access to an account that was unverified until
 * now: somebody else may have registered it and be waiting for the owner (pre-hijacking).
 */
export const confirmEmailOwner = async (
  ctx: Pick<RequestContext, "db" | "seller">,
  id: string,
  email: string,
): Promise<void> => {
  const user = await userById(ctx, id);
  if (user?.email_verified_at === null) await lockOutUnverifiedUsers(ctx.db, ctx.seller.id, [id]);
  await saveEmailVerified(ctx, id, email);
};

/** Creates a user; false if another user has the address. */
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

/** A concurrent transaction took the same address first. */
export const isEmailConflict = (error: unknown): boolean => violates(error, "identity_user_email");

/** Sets a user's verified address; false if another user has it. */
export const assignEmail = (ctx: Pick<RequestContext, "db" | "seller">, id: string, email: string): Promise<boolean> =>
  saveEmail(ctx, id, email);

/** Saves `kept` and `answers`, empties the fields in `cleared`, and removes the answers to the questions in `emptied`. */
export const saveUserDetails = (
  ctx: Pick<RequestContext, "db" | "seller">,
  id: string,
  details: {
    readonly kept: Partial<IdentityInput>;
    readonly cleared: readonly string[];
    readonly answers: IdentityInput["additional_info"];
    readonly emptied: readonly string[];
  },
): Promise<unknown> => updateUserDetails(ctx, id, details);
