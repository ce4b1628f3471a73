import type { Received, Reply } from "@foyer/contract/endpoint.ts";
import type { confirmEmail } from "@foyer/contract/login.ts";
import { isEmail } from "@foyer/rules/email.ts";
import { foldEmail } from "@foyer/rules/loginNames.ts";
import { pause } from "../../db/faults.ts";
import { transact } from "../../db/transact.ts";
import type { Ask } from "../../http/ask.ts";
import { Refused } from "../../http/refused.ts";
import { proofLetter } from "../identity/letters.ts";
import { giveTokenWithin, readToken, useToken } from "../identity/tokens.ts";
import { takeQuota, tooMany } from "../identity/tries.ts";
import { findUser, findUserByEmail, isSecondOfAddress, isStandIn, setEmail } from "../identity/users.ts";
import { requireMember } from "./requireMember.ts";

const taken = (): Refused => new Refused({ code: "email_taken", context: "account" });

/** A letter that asks whether the address is this user's, in the caller's transaction. */
export const sendProof = (ask: Ask, user_id: string, email: string) =>
  giveTokenWithin(ask, {
    purpose: "email",
    email,
    identity_id: user_id,
    kind: "email_proof",
    letter: ({ token }) => proofLetter(ask.seller, ask.outside.origin, token),
  });

/**
 * Asks for an address where there is none yet (requirements OPEN-52). A real one is not exchanged for another (T103). It is
 * used from when a letter has proved it.
 */
export const askForEmail = async (ask: Ask, user_id: string, sent: string): Promise<void> => {
  const user = await findUser(ask, user_id);
  if (!user || !isStandIn(ask, user.email)) throw new Refused({ code: "access_denied", context: "account" });
  const email = sent.trim();
  if (!isEmail(email) || isStandIn(ask, email)) throw new Refused({ code: "validate_not_email", context: "account" });
  const quota = await takeQuota(ask, "set_email", user_id);
  if (quota.over) throw tooMany(quota.wait);
  if (await findUserByEmail(ask, email)) throw taken();
  await transact(ask, (ask) => sendProof(ask, user_id, email));
};

/** Puts an address to work that its letter has proved, for whoever is logged in as the user who asked for it. */
export const confirmEmailOf = async (
  ask: Ask,
  { token }: Received<typeof confirmEmail>,
): Promise<Reply<typeof confirmEmail>> => {
  const user_id = requireMember(ask).identity_id;
  const found = await readToken(ask, "email", token);
  const over = new Refused({
    code: "not_found",
    context: "account",
    description: "This link is not valid. It may have expired.",
  });
  if (typeof found === "string" || found.identity_id !== user_id) throw over;
  await transact(ask, async (ask) => {
    if (!(await useToken(ask, found.id))) throw over;
    // A letter that was asked for before another was read: there is a real address by now, which is not exchanged (T103).
    const user = await findUser(ask, user_id);
    const isOwn = user?.email != null && foldEmail(user.email) === foldEmail(found.email);
    if (!user || !(isOwn || isStandIn(ask, user.email))) throw over;
    if (!(await setEmail(ask, user_id, foldEmail(found.email)))) throw taken();
    await pause("address_kept");
  }).catch((error: unknown) => {
    throw isSecondOfAddress(error) ? taken() : error;
  });
  ask.log.info({ event: "email_proved", user: user_id }, "an address was proved");
  return { email: found.email };
};
