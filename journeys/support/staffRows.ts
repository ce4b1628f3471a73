import { query } from "./database.ts";

/** Makes an invitation of staff count as sent a minute earlier, so that it can be sent again. */
export const ageInvitation = async (email: string): Promise<void> => {
  const changed = await query(
    "update staff_invitation set expires_at = expires_at - interval '1 minute' where email = $1 returning id",
    [email],
  );
  if (changed.length !== 1) throw new Error(`there is no invitation to ${email}`);
};

/** Makes a staff member's second factor count as shown long ago, so that the next sensitive change asks for it. */
export const forgetStaffProof = async (email: string): Promise<void> => {
  await query(
    "update staff_sign_in set proved_at = null where staff_id = (select id from staff where lower(email) = $1)",
    [email],
  );
};

/** Makes a staff sign-in unused for longer than it is kept. `token`: its cookie. */
export const leaveSignInUnused = async (token: string): Promise<void> => {
  const left = await query(
    "update staff_sign_in set seen_at = now() - interval '25 hours' where token_hash = sha256($1::bytea) returning id",
    [token],
  );
  if (left.length !== 1) throw new Error("there is no such sign-in");
};
