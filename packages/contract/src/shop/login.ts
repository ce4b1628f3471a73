import * as z from "zod/mini";
import { Id } from "../basics.ts";
import { endpoint } from "../endpoint.ts";
import { Identity, identityDetails, identityLimits } from "./identity.ts";
import { MembershipReply } from "./membership.ts";

/** Limits of document 2 §5.2, §5.3 and §9. Seconds, where it is time. */
export const loginLimits = {
  password: { min: 8, max: 254 },
  /** On the reserve page's login: e-mail, US ZIP, any other text. */
  reserve_email: 100,
  zip: 5,
  text: 50,
  otp: 6,
  otp_attempts: 3,
  otp_seconds: 600,
  /** Until the hint that the code possibly hasn't arrived. */
  otp_hint_seconds: 30,
  /** Between two tries while the code is not available yet, and how many there are (requirements OPEN-49). */
  otp_retry_seconds: 5,
  otp_retries: 6,
  reset_seconds: 1800,
} as const;

/** A member's number as it is typed, or the code that their card says. */
const ScanCode = z.string().check(z.minLength(1), z.maxLength(loginLimits.text));
const Password = z.string().check(z.minLength(1), z.maxLength(loginLimits.password.max));
const Email = z.string().check(z.minLength(1), z.maxLength(identityLimits.email));

/**
 * What is shown to log in: `username` is an e-mail address, or a member's number where the seller's method is
 * `scan_code_password`. A way that the seller has not configured is not there (404).
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

/** A user wraps an identity (requirements ENTITY-55). */
export const User = z.object({
  id: Id,
  identity: z.object({ ...Identity.shape, ...identityDetails }),
  /** full: logged in. limited: showed a member's number in a link; sees level, dates, member prices and limits, nothing of the person. */
  strength: z.enum(["limited", "full"]),
  /** Has a password that was set. */
  has_password: z.boolean(),
  /** No address that letters reach: the page asks for one. */
  needs_email: z.boolean(),
});
export type User = z.infer<typeof User>;

export const LoginReply = z.object({ user: z.object({ _data: z.array(User) }), ...MembershipReply.shape });
export type LoginReply = z.infer<typeof LoginReply>;

/**
 * Refused with `not_authorized` (401; what was wrong is not said), `too_many_requests`, `captcha_required` after some
 * tries; at the checkout (`at: "checkout"`) with `guest_account` (a letter to set a password was sent) and
 * `incorrect_password`, both behind a captcha (docs/decisions).
 */
export const logIn = endpoint({
  name: "logIn",
  method: "POST",
  path: "/login",
  summary: "Logs in by the seller's method. The session begins anew, and the visitor's cart comes along.",
  query: z.strictObject({ at: z.optional(z.enum(["checkout", "reserve"])) }),
  body: Credentials,
  reply: LoginReply,
});

/** A member's number from a link (`member_code`, `zip_code`, `login.*`): a limited session (security.md D4). */
export const logInByLink = endpoint({
  name: "logInByLink",
  method: "POST",
  path: "/login/by_link",
  summary:
    "A member's number and what goes with it, from a link: prices and limits of the member, nothing of the person.",
  body: z.strictObject({
    scan_code: ScanCode,
    zip_code: z.optional(z.string().check(z.maxLength(10))),
    last_name: z.optional(z.string().check(z.maxLength(loginLimits.text))),
    email: z.optional(Email),
  }),
  reply: LoginReply,
});

/** The provider of the product's own login (requirements OPEN-48). */
export const ownProvider = "ecomm";

/**
 * Sends a code that is good for ten minutes. Known or not, every address gets the same answer as soon. Refused with
 * `validation_failed` or `validate_not_email`.
 */
export const requestOtp = endpoint({
  name: "requestOtp",
  method: "POST",
  path: "/login/request_otp",
  summary: "Sends a one-time code and link; the token is for the browser that asked.",
  body: z.strictObject({
    email: Email,
    /** The seller's slug. */
    state: z.string().check(z.maxLength(63)),
    provider: z.literal(ownProvider),
    /** A path of the storefront to go on to. */
    redirect_path: z.optional(z.string().check(z.maxLength(2000))),
  }),
  reply: z.object({ token: z.string() }),
});

/**
 * Refused with `otp_incorrect` (extra: attempts_left), `otp_token_expired`, `not_available_yet` (the letter is not on its
 * way yet: ask again in five seconds), `not_authorized`.
 */
export const submitOtp = endpoint({
  name: "submitOtp",
  method: "POST",
  path: "/login/submit_otp",
  summary: "Logs in by the code of the letter.",
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
  summary: "Ends the session on the server. Where the login was another's, says where its logout is.",
  reply: z.object({ logged_out: z.boolean(), logout_url: z.nullable(z.string()) }),
});

const EmailBody = z.strictObject({ email: Email });

/** The same answer for everybody. */
export const requestReset = endpoint({
  name: "requestReset",
  method: "POST",
  path: "/password_reset/request",
  summary: "Sends a link to set a password, where there is somebody to send it to.",
  body: EmailBody,
  reply: z.object({ requested: z.boolean() }),
});
/** Refused with `not_found` or `validate_failed`. */
export const validateReset = endpoint({
  name: "validateReset",
  method: "POST",
  path: "/password_reset/validate",
  summary: "Whose password a link sets.",
  body: z.strictObject({ token: z.string().check(z.maxLength(64)) }),
  reply: z.object({ email: z.string() }),
});
/** Refused with `not_found`, `validate_failed`, `validation_failed` (extra: fields). Ends all sessions; nobody is logged in by it. */
export const resetPassword = endpoint({
  name: "resetPassword",
  method: "POST",
  path: "/password_reset/reset",
  summary: "Sets a password by the link of the letter.",
  body: z.strictObject({ token: z.string().check(z.maxLength(64)), password: z.string().check(z.maxLength(2000)) }),
  reply: z.object({ reset: z.boolean() }),
});
/** Refused with `not_found` when the link is over, `email_taken` (409) when another account uses the address. */
export const confirmEmail = endpoint({
  name: "confirmEmail",
  method: "POST",
  path: "/my/user/confirm_email",
  summary: "Puts the address to work that a letter's link has proved.",
  body: z.strictObject({ token: z.string().check(z.maxLength(64)) }),
  reply: z.object({ email: z.string() }),
});

const additional_info = z.optional(
  z.record(
    z.string().check(z.maxLength(64)),
    z.union([z.string().check(z.maxLength(identityLimits.custom)), z.number(), z.boolean()]),
  ),
);
const name = z.string().check(z.maxLength(identityLimits.name));

/**
 * Creates an account. Refused with `email_taken` (409; extra: identity_id, a one-time handle that a cart of this browser
 * can take as its purchaser and that tells nothing). Nobody's purchases are the account's by address until a letter has
 * proved it.
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

/** What of a user can be changed: never name, e-mail address or role (requirements ACCOUNT-17). */
const profileFields = {
  phone: z.optional(z.string().check(z.maxLength(identityLimits.phone))),
  address: z.optional(z.string().check(z.maxLength(254))),
  address_more: z.optional(z.string().check(z.maxLength(254))),
  city: z.optional(z.string().check(z.maxLength(254))),
  /** Null takes it away. */
  state: z.optional(z.nullable(z.string().check(z.maxLength(254)))),
  region: z.optional(z.string().check(z.maxLength(254))),
  country: z.optional(z.string().check(z.maxLength(254))),
  zip_code: z.optional(z.string().check(z.maxLength(10))),
  gift_aid_eligible: z.optional(z.boolean()),
  additional_info,
};
const userReply = z.object({ user: z.object({ _data: z.array(User) }) });
const userEmbeds = z.strictObject({ _embed: z.optional(z.string().check(z.maxLength(100))) });

export const getUser = endpoint({
  name: "getUser",
  method: "GET",
  path: "/my/user",
  summary: "Who is logged in; no rows for a guest. Of a limited session the first letter of the name and nothing else.",
  query: userEmbeds,
  reply: userReply,
});
/** Refused with `email_taken` (409), with `access_denied` where the account has a real address already. */
export const changeUser = endpoint({
  name: "changeUser",
  method: "PATCH",
  path: "/my/user/:user_id",
  summary:
    "Changes one's own details. An e-mail address only where there was none: a letter proves it before it is used.",
  params: z.strictObject({ user_id: Id }),
  query: userEmbeds,
  body: z.strictObject({ identity: z.strictObject({ ...profileFields, email: z.optional(Email) }) }),
  reply: userReply,
});
export const putUser = endpoint({
  name: "putUser",
  method: "PUT",
  path: "/my/user",
  summary: "The same as creating an account, said by whoever is logged in already: their details.",
  query: userEmbeds,
  body: z.strictObject(profileFields),
  reply: userReply,
});

/** A giftee's identity is good with the session that named it, and tells nothing back. */
export const createGiftee = endpoint({
  name: "createGiftee",
  method: "POST",
  path: "/giftee",
  summary: "Names whom a membership is given to.",
  body: z.strictObject({ first_name: name, last_name: name, email: Email, additional_info }),
  reply: z.object({ identity_id: Id }),
});
