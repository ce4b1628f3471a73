import { timingSafeEqual } from "node:crypto";
import type { LoginReply } from "@foyer/contract/login.ts";
import { foldEmail, foldMemberNumber, foldName, foldZip } from "@foyer/rules/loginNames.ts";
import type { Ask } from "../../http/ask.ts";
import { methodOf, requireWay } from "../identity/loginMethod.ts";
import { isPassword } from "../identity/password.ts";
import { hashOf } from "../identity/tokens.ts";
import { countGuess } from "../identity/tries.ts";
import { findUser, type UserRow } from "../identity/users.ts";
import { letIn, letInLimited, notAuthorized } from "./letIn.ts";
import { userOfNumber } from "./memberNumber.sql.ts";

/** What was typed or stood in the link. */
type Sent = {
  readonly scan_code: string;
  readonly password?: string | undefined;
  readonly last_name?: string | undefined;
  readonly zip_code?: string | undefined;
  readonly email?: string | undefined;
};
/** What a seller wants to see beside the number. */
type Beside = "nothing" | "last_name" | "zip_code" | "email";

const besides: Partial<Record<ReturnType<typeof methodOf>, Beside>> = {
  scan_code: "nothing",
  scan_code_last_name: "last_name",
  scan_code_zip: "zip_code",
  scan_code_email: "email",
};

/** The words of document 2 §8.4. */
const notFound: Readonly<Record<Beside, string>> = {
  nothing: "Member details not found. Please check your member ID.",
  zip_code: "Member details not found. Please check your member ID and ZIP code.",
  last_name: "Member details not found. Please check your member ID and last name.",
  email: "Member details not found. Please check your email address and member ID.",
};

/** Both are compared in the same time, whatever they are. What is empty is like nothing. */
const isSame = (one: string, other: string): boolean => timingSafeEqual(hashOf(one), hashOf(other)) && one !== "";

const fits = (user: UserRow & { readonly holder_name: string | null }, sent: Sent, beside: Beside): boolean => {
  switch (beside) {
    case "nothing":
      return true;
    case "last_name":
      return isSame(
        foldName(user.last_name ?? user.holder_name?.split(" ").at(-1) ?? ""),
        foldName(sent.last_name ?? ""),
      );
    case "zip_code":
      return isSame(foldZip(user.zip_code ?? ""), foldZip(sent.zip_code ?? ""));
    case "email":
      return isSame(foldEmail(user.email ?? ""), foldEmail(sent.email ?? ""));
  }
};

const findMember = async (
  ask: Ask,
  number: string,
): Promise<(UserRow & { holder_name: string | null }) | undefined> => {
  const found = await userOfNumber(ask, number);
  // As many questions for a number that nobody has.
  const user = await findUser(ask, found?.identity_id ?? ask.seller.id);
  return user && found && { ...user, holder_name: found.holder_name };
};

/**
 * Logs in by a member's number or the code of their card, and what the seller asks for beside it. The number alone is no
 * more than a card that somebody else may have seen: it gives a limited session (docs/decisions/018).
 */
export const logInByNumber = async (ask: Ask, sent: Sent): Promise<LoginReply> => {
  requireWay(ask, "scan_code");
  const method = methodOf(ask);
  const number = foldMemberNumber(sent.scan_code);
  const guess = await countGuess(ask, "scan_code", number);
  const user = await findMember(ask, number);
  if (method === "scan_code_password") {
    const isRight = await isPassword((sent.password ?? "").trim(), user?.password ?? null);
    if (!user || !isRight) throw failed(ask);
    return letIn(ask, user, { method, password: user.password }, (ask) => guess.forget(ask));
  }
  const beside = besides[method] ?? "nothing";
  if (!user || !fits(user, sent, beside)) throw failed(ask, notFound[beside]);
  if (beside === "nothing") {
    await guess.forget(ask);
    return letInLimited(ask, user, method);
  }
  return letIn(ask, user, { method }, (ask) => guess.forget(ask));
};

/** The same from a link: never more than a limited session (D4, T95). */
export const logInByLinkOf = async (ask: Ask, sent: Sent): Promise<LoginReply> => {
  requireWay(ask, "link");
  const beside = ask.seller.configuration.login?.link_needs ?? besides[methodOf(ask)] ?? "nothing";
  const number = foldMemberNumber(sent.scan_code);
  const guess = await countGuess(ask, "link", number);
  const user = await findMember(ask, number);
  if (!user || !fits(user, sent, beside)) throw failed(ask, notFound[beside]);
  await guess.forget(ask);
  return letInLimited(ask, user, "link");
};

const failed = (ask: Ask, description?: string) => {
  ask.log.info({ event: "login_failed", door: "scan_code" }, "a login failed");
  return notAuthorized(description);
};
