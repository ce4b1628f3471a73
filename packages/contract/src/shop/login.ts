import * as z from "zod/mini";
import { Id, embed, hasFewKeys } from "../basics.ts";
import { endpoint } from "../endpoint.ts";
import { Identity, identityDetails, identityLimits } from "./identity.ts";
import { MembershipReply } from "./membership.ts";

/** Limits of the login. Lengths in characters, durations in seconds. */
export const loginLimits = {
  password: { min: 8, max: 254 },
  /** On the login of the reserve page: e-mail, US ZIP, any other text. */
  reserve_email: 100,
  zip: 5,
  text: 50,
  otp: 6,
  otp_attempts: 3,
  otp_seconds: 600,
  /** Until the page hints that the code may not have arrived. */
  otp_hint_seconds: 30,
  /** Between two attempts while the code is not available yet, and the number of attempts. */
  otp_retry_seconds: 5,
  otp_retries: 6,
  reset_seconds: 1800,
} as const;

/** A member number as typed, or the code on the member's card. */
const ScanCode = z.string().check(z.minLength(1), z.maxLength(loginLimits.text));
const Password = z.string().check(z.minLength(1), z.maxLength(loginLimits.password.max));
const Email = z.string().check(z.minLength(1), z.maxLength(identityLimits.email));

/**
 * Login credentials. `username` is an e-mail address, or a member number if the seller's method is
 * `scan_code_password`. A method that the seller has not configured is not found (404).
 */
export const Credentials = z.union([
  z.strictObject({ username: Email, password: Password }),
  z.strictObject({ jwt: z.string().check(z.minLength(1), z.maxLength(8000)) }),
  z.strictObject({
    scan_code: ScanCode,
    password: z.optional(Password),
    last_name: z.optional(z.string().check(z.maxLength(loginLimits.text))),
    zip_code: z.optional(z.string().check(z.maxLength(10))),
    email: z.optional(Email),
  }),
]);
export type Credentials = z.infer<typeof Credentials>;

/** A user account with its identity. */
export const User = z.object({
  id: Id,
  identity: z.object({ ...Identity.shape, ...identityDetails }),
  /**
   * full: logged in. limited: identified by a member number in a link; sees level, dates, member prices and limits,
   * but no personal data.
   */
  strength: z.enum(["limited", "full"]),
  /** The user has set a password. */
  has_password: z.boolean(),
  /** The account has no deliverable e-mail address: the page asks for one. */
  needs_email: z.boolean(),
});
export type User = z.infer<typeof User>;

export const LoginReply = z.object({ user: z.object({ _data: z.array(User) }), ...MembershipReply.shape });
export type LoginReply = z.infer<typeof LoginReply>;

/**
 * Refused with `not_authorized` (401, without saying which part was wrong), `too_many_requests`, or
 * `captcha_required` after several attempts. At the checkout (`at: "checkout"`) also with `guest_account` (an e-mail
 * to set a password has been sent) and `incorrect_password`, both behind a captcha.
 */
export const logIn = endpoint({
  name: "logIn",
  method: "POST",
  path: "/login",
  summary: "Logs in with the seller's method. A new session begins and takes over the visitor's cart.",
  query: z.strictObject({
    /** Where the visitor logs in. At the checkout a refusal says whether the account exists. */
    at: z.optional(z.enum(["checkout", "reserve"])),
  }),
  body: Credentials,
  reply: LoginReply,
});

/** Opens a limited session by a member number from a link (`member_code`, `zip_code`, `login.*`). */
export const logInByLink = endpoint({
  name: "logInByLink",
  method: "POST",
  path: "/login/by_link",
  summary: "Opens a limited session by a member number from a link: member prices and limits, no personal data.",
  body: z.strictObject({
    scan_code: ScanCode,
    zip_code: z.optional(z.string().check(z.maxLength(10))),
    last_name: z.optional(z.string().check(z.maxLength(loginLimits.text))),
    email: z.optional(Email),
  }),
  reply: LoginReply,
});

/** The name of the built-in login provider. */
export const ownProvider = "ecomm";

/**
 * Sends a one-time code that is valid for ten minutes. Known and unknown addresses get the same answer in the same
 * time. Refused with `validation_failed` or `validate_not_email`.
 */
export const requestOtp = endpoint({
  name: "requestOtp",
  method: "POST",
  path: "/login/request_otp",
  summary: "Sends a one-time code and link. The returned token belongs to the requesting browser.",
  body: z.strictObject({
    email: Email,
    /** The seller's slug. */
    state: z.string().check(z.maxLength(63)),
    provider: z.literal(ownProvider),
    /** A path of the storefront to continue to. */
    redirect_path: z.optional(z.string().check(z.maxLength(2000))),
  }),
  reply: z.object({ token: z.string() }),
});

/**
 * Refused with `otp_incorrect` (extra: attempts_left), `otp_token_expired`, `not_available_yet` (the e-mail has not
 * been sent yet: retry after five seconds) or `not_authorized`.
 */
export const submitOtp = endpoint({
  name: "submitOtp",
  method: "POST",
  path: "/login/submit_otp",
  summary: "Logs in with the one-time code.",
  body: z.strictObject({
    token: z.string().check(z.minLength(1), z.maxLength(64)),
    otp: z.string().check(z.minLength(1), z.maxLength(20)),
  }),
  reply: LoginReply,
});

export const logOut = endpoint({
  name: "logOut",
  method: "POST",
  path: "/logout",
  summary: "Ends the session on the server. After an external login, returns the provider's logout URL.",
  reply: z.object({ logged_out: z.boolean(), logout_url: z.nullable(z.string()) }),
});

const EmailBody = z.strictObject({ email: Email });

/** Every address gets the same answer. */
export const requestReset = endpoint({
  name: "requestReset",
  method: "POST",
  path: "/password_reset/request",
  summary: "Sends a link to set a password, if the address has an account.",
  body: EmailBody,
  reply: z.object({ requested: z.boolean() }),
});
/** Refused with `not_found` or `validate_failed`.  */
export const validateReset = endpoint({
  name: "validateReset",
  method: "POST",
  path: "/password_reset/validate",
  summary: "The e-mail address whose password a link sets.",
  body: z.strictObject({ token: z.string().check(z.maxLength(64)) }),
  reply: z.object({ email: z.string() }),
});
/**
 * Refused with `not_found`, `validate_failed` or `validation_failed` (extra: fields). Ends all sessions and does not
 * log in.
 */
export const resetPassword = endpoint({
  name: "resetPassword",
  method: "POST",
  path: "/password_reset/reset",
  summary: "Sets a password with the link from the e-mail.",
  body: z.strictObject({ token: z.string().check(z.maxLength(64)), password: z.string().check(z.maxLength(2000)) }),
  reply: z.object({ reset: z.boolean() }),
});
/** Refused with `not_found` if the link has expired and `email_taken` (409) if another account uses the address. */
export const confirmEmail = endpoint({
  name: "confirmEmail",
  method: "POST",
  path: "/my/user/confirm_email",
  summary: "Activates an e-mail address that the link in an e-mail has verified.",
  body: z.strictObject({ token: z.string().check(z.maxLength(64)) }),
  reply: z.object({ email: z.string() }),
});

const additional_info = z.optional(
  z
    .record(
      z.string().check(z.maxLength(64)),
      z.union([z.string().check(z.maxLength(identityLimits.custom)), z.number(), z.boolean()]),
    )
    .check(hasFewKeys),
);
const name = z.string().check(z.maxLength(identityLimits.name));

/**
 * Refused with `email_taken` (409; extra: identity_id, a one-time id that a cart of this browser can use as its
 * purchaser and that reveals nothing). Earlier purchases with the same address join the account only after the
 * address is verified by e-mail.
 */
export const createUser = endpoint({
  name: "createUser",
  method: "POST",
  path: "/user",
  summary: "Creates an account and logs it in.",
  body: z.strictObject({
    first_name: name,
    last_name: name,
    email: Email,
    password: z.string().check(z.maxLength(2000)),
    additional_info,
  }),
  reply: LoginReply,
});

/** The fields of a user that can be changed: never name, e-mail address or role. */
const profileFields = {
  phone: z.optional(z.string().check(z.maxLength(identityLimits.phone))),
  address: z.optional(z.string().check(z.maxLength(254))),
  address_more: z.optional(z.string().check(z.maxLength(254))),
  city: z.optional(z.string().check(z.maxLength(254))),
  /** Null removes it. */
  state: z.optional(z.nullable(z.string().check(z.maxLength(254)))),
  region: z.optional(z.string().check(z.maxLength(254))),
  country: z.optional(z.string().check(z.maxLength(254))),
  zip_code: z.optional(z.string().check(z.maxLength(10))),
  gift_aid_eligible: z.optional(z.boolean()),
  additional_info,
};
const userReply = z.object({ user: z.object({ _data: z.array(User) }) });
const userEmbeds = z.strictObject({ _embed: embed("identity", "identity.meta") });

export const getUser = endpoint({
  name: "getUser",
  method: "GET",
  path: "/my/user",
  summary: "The logged-in user; no rows for a guest. A limited session gets only the first letter of the name.",
  query: userEmbeds,
  reply: userReply,
});
/** Refused with `email_taken` (409), or with `access_denied` if the account already has a real address. */
export const changeUser = endpoint({
  name: "changeUser",
  method: "PATCH",
  path: "/my/user/:user_id",
  summary:
    "Changes the user's own details. An e-mail address can be added only if there was none, and is verified by e-mail before it is used.",
  params: z.strictObject({ user_id: Id }),
  query: userEmbeds,
  body: z.strictObject({ identity: z.strictObject({ ...profileFields, email: z.optional(Email) }) }),
  reply: userReply,
});
export const putUser = endpoint({
  name: "putUser",
  method: "PUT",
  path: "/my/user",
  summary: "Saves the details of the logged-in user, as when creating an account.",
  query: userEmbeds,
  body: z.strictObject(profileFields),
  reply: userReply,
});

/** The recipient's id is valid only in the session that created it, and reveals nothing. */
export const createGiftee = endpoint({
  name: "createGiftee",
  method: "POST",
  path: "/giftee",
  summary: "Creates the recipient of a gift membership.",
  body: z.strictObject({ first_name: name, last_name: name, email: Email, additional_info }),
  reply: z.object({ identity_id: Id }),
});
