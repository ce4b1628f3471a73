import type { Received, Reply } from "@foyer/contract/endpoint.ts";
import type { changeUser, putUser } from "@foyer/contract/shop/login.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { Refused } from "../../../errors/refused.ts";
import { emptiedQuestions, validateUserDetails } from "../../identity/users/validateUserDetails.ts";
import { findUser, saveUserDetails, readCurrentUser } from "../../identity/users/users.ts";
import { requestEmailVerification } from "./emailVerification.ts";
import { requireMember } from "../requireMember.ts";

type Profile = Received<typeof putUser>;

/** Updates the visitor's own details. Another user's id is answered like an unknown one. */
export const updateUser = async (
  ctx: RequestContext,
  { user_id, identity: { email, ...profile }, _embed }: Received<typeof changeUser>,
): Promise<Reply<typeof changeUser>> => {
  if (requireMember(ctx).identity_id !== user_id) throw new Refused({ code: "not_found", context: "account" });
  if (email !== undefined) await requestEmailVerification(ctx, user_id, email);
  return saveProfile(ctx, user_id, { ...profile, _embed });
};

export const updateCurrentUser = async (
  ctx: RequestContext,
  sent: Received<typeof putUser>,
): Promise<Reply<typeof putUser>> => saveProfile(ctx, requireMember(ctx).identity_id, sent);

/** Fields that were sent empty are cleared; fields that were not sent stay as they are. */
const saveProfile = async (ctx: RequestContext, user_id: string, { additional_info, _embed, ...profile }: Profile) => {
  const user = await findUser(ctx, user_id);
  const { state, ...others } = profile;
  // The state may be cleared even if it is required; it is not validated then.
  const sent = { ...additional_info, ...others, ...(typeof state === "string" && { state }) };
  const {
    first_name: _,
    last_name: __,
    email: ___,
    additional_info: answers,
    ...kept
  } = validateUserDetails(ctx, sent, user?.country);
  const cleared = Object.entries(profile).flatMap(([name, value]) => (value === "" || value === null ? [name] : []));
  const emptied = emptiedQuestions(ctx, additional_info ?? {});
  await saveUserDetails(ctx, user_id, { kept, cleared, answers, emptied });
  const shown = await readCurrentUser(ctx, { _embed });
  return { user: { _data: shown ? [shown] : [] } };
};
