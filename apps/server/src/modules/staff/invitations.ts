import { createHash, randomBytes } from "node:crypto";
import { newId } from "../../db/newId.ts";
import type { StaffRole } from "@foyer/contract/office/staff/permissions.ts";
import type { Database } from "../../db/connections.ts";
import {
  findInvitation,
  lockInvitation,
  renewInvitation,
  upsertInvitation,
  type Invitation,
} from "./invitations.sql.ts";
import { findPasswordLink, insertPasswordLink, spendPasswordLink } from "./passwordLinks.sql.ts";

export {
  invitingSeller,
  oldestSeller,
  lockInvitationOf,
  lockInvitationTo,
  markAccepted,
  markWithdrawn,
  openInvitationsOf,
} from "./invitations.sql.ts";
export { hasNewPasswordLink } from "./passwordLinks.sql.ts";
export type { Invitation };

/** The secret of an e-mailed link, and the hash that is stored. */
const newLink = (): { readonly token: string; readonly token_hash: Buffer } => {
  const token = randomBytes(32).toString("base64url");
  return { token, token_hash: hashOf(token) };
};
const hashOf = (token: string): Buffer => createHash("sha256").update(`staff link ${token}`).digest();

/**
 * Invites an address to a seller, or as an operator if `invited_to` is null. Returns the link's secret, which is not
 * stored.
 */
export const invite = async (
  db: Database,
  {
    invited_to,
    email,
    roles,
    invited_by,
  }: {
    readonly invited_to: string | null;
    readonly email: string;
    readonly roles: readonly StaffRole[];
    readonly invited_by: string | null;
  },
): Promise<{ readonly invitation: Invitation; readonly token: string }> => {
  const { token, token_hash } = newLink();
  const row = { id: newId(), invited_to, email, roles, invited_by, is_operator: invited_to === null, token_hash };
  return { invitation: await upsertInvitation(db, row), token };
};

/** Gives an invitation a new link; the older one stops working. */
export const renewLink = async (db: Database, id: string, invited_by: string): Promise<string> => {
  const { token, token_hash } = newLink();
  await renewInvitation(db, id, { token_hash, invited_by });
  return token;
};

/** The invitation of a link, if it is still valid. */
export const invitationOf = (db: Database, token: string): Promise<Invitation | undefined> =>
  findInvitation(db, hashOf(token));
export const lockInvitationOfLink = (db: Database, token: string): Promise<Invitation | undefined> =>
  lockInvitation(db, hashOf(token));

/** Creates a link to choose a new password. Returns its secret. */
export const makePasswordLink = async (db: Database, staff_id: string): Promise<{ id: string; token: string }> => {
  const { token, token_hash } = newLink();
  const id = newId();
  await insertPasswordLink(db, { id, staff_id, token_hash });
  return { id, token };
};

/** Uses a link to choose a new password, and returns the account's id. */
export const spendPasswordToken = (db: Database, token: string): Promise<string | undefined> =>
  spendPasswordLink(db, hashOf(token));
/** The same without using it. */
export const ownerOfPasswordLink = (db: Database, token: string): Promise<string | undefined> =>
  findPasswordLink(db, hashOf(token));
