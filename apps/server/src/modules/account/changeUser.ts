import type { Received, Reply } from "@foyer/contract/endpoint.ts";
import type { changeUser, putUser } from "@foyer/contract/login.ts";
import type { Ask } from "../../http/ask.ts";
import { Refused } from "../../http/refused.ts";
import { checkedDetails } from "../identity/checkedDetails.ts";
import { findUser, saveDetails, shownUser } from "../identity/users.ts";
import { askForEmail } from "./email.ts";
import { requireMember } from "./requireMember.ts";

type Profile = Omit<Received<typeof putUser>, "_embed">;

/** One's own details, and no one else's: that there is somebody else is not told (T102). */
export const changeUserOf = async (
  ask: Ask,
  { user_id, identity: { email, ...profile } }: Received<typeof changeUser>,
): Promise<Reply<typeof changeUser>> => {
  if (requireMember(ask).identity_id !== user_id) throw new Refused({ code: "not_found", context: "account" });
  if (email !== undefined) await askForEmail(ask, user_id, email);
  return change(ask, user_id, profile);
};

export const putUserOf = async (ask: Ask, sent: Received<typeof putUser>): Promise<Reply<typeof putUser>> =>
  change(ask, requireMember(ask).identity_id, sent);

/** What was sent and is asked for changes; what was sent empty is empty from now on; the rest stays. */
const change = async (ask: Ask, user_id: string, { additional_info, ...profile }: Profile) => {
  const user = await findUser(ask, user_id);
  const { state, ...others } = profile;
  // Alone of all it may be cleared, also where it is asked for (document 2 §5.1).
  const sent = { ...additional_info, ...others, ...(typeof state === "string" && { state }) };
  const {
    first_name: _,
    last_name: __,
    email: ___,
    additional_info: answers,
    ...kept
  } = checkedDetails(ask, sent, user?.country);
  const cleared = Object.entries(profile).flatMap(([name, value]) => (value === "" || value === null ? [name] : []));
  await saveDetails(ask, user_id, { kept, cleared, answers });
  const shown = await shownUser(ask);
  return { user: { _data: shown ? [shown] : [] } };
};
