import { timingSafeEqual } from "node:crypto";
import type { LoginReply } from "@foyer/contract/shop/login.ts";
import {
  normalizeEmail,
  normalizeMemberNumber,
  normalizeName,
  normalizeZip,
} from "@foyer/rules/values/normalizeNames.ts";
import { formDetail, linkDetail, type MemberDetail } from "@foyer/rules/account/linkDetail.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { authenticationMode, requireLoginFeature } from "../../identity/loginFeatures.ts";
import { verifyPassword } from "../../identity/password/hashPassword.ts";
import { hashSecret } from "../../identity/tokens/oneTimeTokens.ts";
import { countGuess } from "../../identity/attempts/loginAttempts.ts";
import { findUser, type UserRow } from "../../identity/users/users.ts";
import { completeLogin, completeLimitedLogin, notAuthorized } from "./completeLogin.ts";
import { userOfMemberNumber } from "./memberNumber.sql.ts";

/** Sent by a form or a link. */
type Sent = {
  readonly scan_code: string;
  readonly password?: string | undefined;
  readonly last_name?: string | undefined;
  readonly zip_code?: string | undefined;
  readonly email?: string | undefined;
};
const notFoundMessages: Readonly<Record<MemberDetail, string>> = {
  nothing: "Member details not found. Please check your member ID.",
  zip_code: "Member details not found. Please check your member ID and ZIP code.",
  last_name: "Member details not found. Please check your member ID and last name.",
  email: "Member details not found. Please check your email address and member ID.",
};

/**
 * Compares in constant time. An empty value equals nothing, so a member without a ZIP code cannot be logged in by sending
 * none.
 */
const isEqual = (one: string, other: string): boolean =>
  timingSafeEqual(hashSecret(one), hashSecret(other)) && one !== "";

const matchesDetail = (
  user: UserRow & { readonly holder_name: string | null },
  sent: Sent,
  detail: MemberDetail,
): boolean => {
  switch (detail) {
    case "nothing":
      return true;
    case "last_name":
      return isEqual(
        normalizeName(user.last_name ?? user.holder_name?.split(" ").at(-1) ?? ""),
        normalizeName(sent.last_name ?? ""),
      );
    case "zip_code":
      return isEqual(normalizeZip(user.zip_code ?? ""), normalizeZip(sent.zip_code ?? ""));
    case "email":
      return isEqual(normalizeEmail(user.email ?? ""), normalizeEmail(sent.email ?? ""));
  }
};

const findMember = async (
  ctx: RequestContext,
  number: string,
): Promise<(UserRow & { holder_name: string | null }) | undefined> => {
  const found = await userOfMemberNumber(ctx, number);
  // An unknown number runs the same queries: no user has the seller's id.
  const user = await findUser(ctx, found?.identity_id ?? ctx.seller.id);
  return user && found && { ...user, holder_name: found.holder_name };
};

/**
 * Logs in with a member number or card code and the detail that the seller asks for. The number alone opens a limited
 * session, because other people may have seen the card (docs/decisions/018-login-methods-and-their-limits.md).
 */
export const logInWithMemberNumber = async (ctx: RequestContext, sent: Sent): Promise<LoginReply> => {
  requireLoginFeature(ctx, "scan_code");
  const method = authenticationMode(ctx);
  const number = normalizeMemberNumber(sent.scan_code);
  const guess = await countGuess(ctx, "scan_code", number);
  const user = await findMember(ctx, number);
  if (method === "scan_code_password") {
    const isCorrect = await verifyPassword((sent.password ?? "").trim(), user?.password ?? null);
    if (!user || !isCorrect) throw loginFailed(ctx);
    return completeLogin(ctx, user, { method, password: user.password }, (ctx) => guess.clear(ctx));
  }
  const detail = formDetail(ctx.seller.configuration) ?? "nothing";
  if (!user || !matchesDetail(user, sent, detail)) throw loginFailed(ctx, notFoundMessages[detail]);
  if (detail === "nothing") {
    await guess.clear(ctx);
    return completeLimitedLogin(ctx, user, method);
  }
  return completeLogin(ctx, user, { method }, (ctx) => guess.clear(ctx));
};

/** Links get forwarded, so a login by link opens at most a limited session. */
export const logInWithMemberLink = async (ctx: RequestContext, sent: Sent): Promise<LoginReply> => {
  requireLoginFeature(ctx, "link");
  const detail = linkDetail(ctx.seller.configuration) ?? "nothing";
  const number = normalizeMemberNumber(sent.scan_code);
  const guess = await countGuess(ctx, "link", number);
  const user = await findMember(ctx, number);
  if (!user || !matchesDetail(user, sent, detail)) throw loginFailed(ctx, notFoundMessages[detail]);
  await guess.clear(ctx);
  return completeLimitedLogin(ctx, user, "link");
};

const loginFailed = (ctx: RequestContext, description?: string) => {
  ctx.log.info({ event: "login_failed", method: "scan_code" }, "login failed");
  return notAuthorized(description);
};
