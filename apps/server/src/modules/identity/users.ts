import type { IdentityInput } from "@foyer/contract/identity.ts";
import type { User } from "@foyer/contract/login.ts";
import { foldEmail, isPlaceholderEmail } from "@foyer/rules/loginNames.ts";
import { safePattern } from "@foyer/rules/pattern.ts";
import { guardStands } from "../../db/faults.ts";
import type { Ask } from "../../http/ask.ts";
import { shutOutUnproved } from "./keepUsers.ts";
import {
  insertUser,
  lockedPassword,
  saveEmail,
  savePassword,
  saveProof,
  updateDetails,
  userByEmail,
  userById,
  type UserRow,
} from "./users.sql.ts";

export type { UserRow } from "./users.sql.ts";

/** Who logs in with this address, however it is written. */
export const findUserByEmail = (ask: Pick<Ask, "db" | "seller">, email: string): Promise<UserRow | undefined> =>
  userByEmail(ask, foldEmail(email));
export const findUser = (ask: Pick<Ask, "db" | "seller">, id: string): Promise<UserRow | undefined> =>
  userById(ask, id);

/** Does an address only stand in for one (requirements OPEN-51)? Nobody can give themselves such a one (T104). */
export const isStandIn = ({ seller }: Pick<Ask, "seller">, email: string | null): boolean => {
  const { no_email_prefix = "noemail", test_accounts } = seller.configuration.login ?? {};
  const isTestAccount = (test_accounts === undefined ? undefined : safePattern(test_accounts)) ?? (() => false);
  return isPlaceholderEmail(email, { prefix: no_email_prefix, isTestAccount });
};

const asUser = (ask: Pick<Ask, "seller">, row: UserRow): User => ({
  id: row.id,
  identity: {
    id: row.id,
    first_name: row.first_name,
    last_name: row.last_name,
    // A stand-in is nobody's address and is not shown.
    email: isStandIn(ask, row.email) ? null : row.email,
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
  needs_email: isStandIn(ask, row.email),
});

/** A limited session says whom it buys for by one letter, under the guest's own id (rule 30, T96). */
const asLimited = (visitor_id: string, row: UserRow): User => ({
  id: visitor_id,
  identity: { id: visitor_id, first_name: [...(row.first_name ?? "")][0] ?? null, last_name: null, email: null },
  strength: "limited",
  has_password: false,
  needs_email: false,
});

/** Who is asking, as far as they may see it; nobody for a guest. */
export const shownUser = async (ask: Ask): Promise<User | undefined> => {
  const { visitor } = ask;
  if (!visitor || visitor.member_id === null) return undefined;
  const row = await userById(ask, visitor.member_id);
  if (!row) return undefined;
  return visitor.strength === "full" ? asUser(ask, row) : asLimited(visitor.identity_id, row);
};

/** A user's password as it is kept, unchanged until the caller's transaction ends. */
export const passwordNow = (ask: Pick<Ask, "db" | "seller">, id: string): Promise<string | null> =>
  lockedPassword(ask, id);

/** Keeps a new password. `proves`: it was set by a letter to the user's address. */
export const setPassword = (
  ask: Pick<Ask, "db" | "seller">,
  id: string,
  hash: string,
  { proves }: { readonly proves: boolean },
): Promise<unknown> => savePassword(ask, id, hash, proves);

/** Whoever read a letter to this address is who has it, as long as it is still the user's. */
export const proveEmail = (ask: Pick<Ask, "db" | "seller">, id: string, email: string): Promise<unknown> =>
  saveProof(ask, id, email);

/**
 * The same of somebody who comes in by it. Whoever got into the account before and never showed that the address is theirs
 * may lie in wait there for its owner, and is out of it (pre-hijacking).
 */
export const enterByEmail = async (ask: Pick<Ask, "db" | "seller">, id: string, email: string): Promise<void> => {
  const user = await userById(ask, id);
  if (user?.email_proved_at === null && guardStands("unproved_users"))
    await shutOutUnproved(ask.db, ask.seller.id, [id]);
  await saveProof(ask, id, email);
};

/** A new user, unless the address is somebody's: false then. */
export const addUser = (
  ask: Pick<Ask, "db" | "seller">,
  user: {
    readonly id: string;
    readonly first_name: string;
    readonly last_name: string;
    readonly email: string;
    readonly password: string | null;
    readonly additional_info: Readonly<Record<string, unknown>>;
  },
): Promise<boolean> => insertUser(ask, user);

/** Two became the owner of one address at the same moment, and met at its index: this one was second. */
export const isSecondOfAddress = (error: unknown): boolean =>
  error instanceof Error && "constraint" in error && error.constraint === "identity_user_email";

/** Gives a user the address that was proved to be theirs; false where it is somebody else's by now. */
export const setEmail = (ask: Pick<Ask, "db" | "seller">, id: string, email: string): Promise<boolean> =>
  saveEmail(ask, id, email);

/** Keeps details; those that were `cleared` are empty from now on. */
export const saveDetails = (
  ask: Pick<Ask, "db" | "seller">,
  id: string,
  details: {
    readonly kept: Partial<IdentityInput>;
    readonly cleared: readonly string[];
    readonly answers: IdentityInput["additional_info"];
  },
): Promise<unknown> => updateDetails(ask, id, details);
