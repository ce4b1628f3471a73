import type { Database } from "../../../db/connections.ts";
import { newOrderedId } from "../../../db/newId.ts";
import {
  insertMissingUsers,
  lockUserLogins,
  revokeUnverifiedAccess,
  selectUsersByEmail,
  type UserOfEmail,
} from "./ensureUsers.sql.ts";

export type UserToEnsure = { readonly email: string; readonly first_name: string; readonly last_name: string };

const emailKey = (email: string): string => email.toLowerCase();

/**
 * Finds or creates users by e-mail address, in the caller's transaction; new users have no password. Look them up with
 * `userIdOf`. What was bought for an address belongs to whoever reads its e-mails, so a user who never verified it is
 * locked out (pre-hijacking: an attacker registers an address before its owner does).
 */
export const ensureUsers = async (
  db: Database,
  seller_id: string,
  wanted: readonly UserToEnsure[],
): Promise<ReadonlyMap<string, string>> => {
  // Sorted, so that concurrent calls lock rows in the same order.
  const people = [...new Map(wanted.map((one) => [emailKey(one.email), one])).entries()].toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  );
  if (people.length === 0) return new Map();
  const users = await findOrInsertUsers(db, seller_id, people);
  const unverified = users.filter(({ is_verified }) => !is_verified).map(({ id }) => id);
  if (unverified.length > 0) await lockOutUnverifiedUsers(db, seller_id, unverified);
  return new Map(users.map(({ key, id }) => [key, id]));
};

/** The users of these addresses, some of them new. Repeated if an account was merged into another one in the meantime. */
const findOrInsertUsers = async (
  db: Database,
  seller_id: string,
  people: readonly (readonly [key: string, person: UserToEnsure])[],
): Promise<readonly UserOfEmail[]> => {
  for (let attempt = 1; ; attempt++) {
    await insertMissingUsers(
      db,
      seller_id,
      people.map(([, person]) => ({ ...person, id: newOrderedId() })),
    );
    // A separate statement, so that it sees users whom a concurrent transaction has just committed.
    const users = await selectUsersByEmail(
      db,
      seller_id,
      people.map(([key]) => key),
    );
    if (users.length === people.length || attempt === 3) return users;
  }
};

/** Removes all access to these users' accounts. Their owner regains access by e-mail. */
export const lockOutUnverifiedUsers = async (
  db: Database,
  seller_id: string,
  ids: readonly string[],
): Promise<void> => {
  // Waits for logins by password that are in progress, so that their sessions end as well.
  await lockUserLogins(db, seller_id, ids);
  await revokeUnverifiedAccess(db, seller_id, ids);
};

export const userIdOf = (users: ReadonlyMap<string, string>, email: string): string | undefined =>
  users.get(emailKey(email));
