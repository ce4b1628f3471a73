import {
  changeUser,
  confirmEmail,
  createGiftee,
  createUser,
  getUser,
  logIn,
  logInByLink,
  logOut,
  putUser,
  requestOtp,
  requestReset,
  resetPassword,
  submitOtp,
  validateReset,
} from "@foyer/contract/shop/login.ts";
import { finishSsoLogin, startSsoLogout, startSsoLogin } from "@foyer/contract/shop/sso.ts";
import { route } from "../../../http/mount.ts";
import { captchaRefusals, memberRefusals } from "../../../http/openapi/refusals.ts";
import { readCurrentUser } from "../../identity/users/users.ts";
import { updateUser, updateCurrentUser } from "../profile/updateUser.ts";
import { registerGiftee } from "./registerGiftee.ts";
import { registerUser } from "./registerUser.ts";
import { verifyEmail } from "../profile/emailVerification.ts";
import { completeSsoLogin } from "../sso/oidcLogin.ts";
import { redirectToSso } from "../sso/redirectToSso.ts";
import { logInVisitor } from "./logInVisitor.ts";
import { redirectToSsoLogout, logOutVisitor } from "./logOutVisitor.ts";
import { logInWithMemberLink } from "./logInWithMemberNumber.ts";
import { issueOtp, verifyOtp } from "./otpLogin.ts";
import { startPasswordReset, completePasswordReset, readPasswordReset } from "./passwordReset.ts";

export const loginRoutes = [
  route(logIn, (ctx, sent) => logInVisitor(ctx, sent), {
    refuses: ["not_authorized", "not_found", "guest_account", "incorrect_password", ...captchaRefusals],
    setsCookie: true,
  }),
  route(logInByLink, (ctx, sent) => logInWithMemberLink(ctx, sent), {
    refuses: ["not_authorized", "not_found", ...captchaRefusals],
    setsCookie: true,
  }),
  route(requestOtp, (ctx, sent) => issueOtp(ctx, sent), {
    refuses: ["validate_not_email", "not_found", ...captchaRefusals],
    setsCookie: true,
  }),
  route(submitOtp, (ctx, sent) => verifyOtp(ctx, sent), {
    refuses: ["not_authorized", "not_found", "otp_incorrect", "otp_token_expired", "not_available_yet"],
    setsCookie: true,
  }),
  route(startSsoLogin, (ctx, sent) => redirectToSso(ctx, sent), {
    refuses: ["not_configured", "not_found", ...captchaRefusals],
    setsCookie: true,
    redirects: true,
  }),
  route(finishSsoLogin, (ctx, sent) => completeSsoLogin(ctx, sent), {
    refuses: ["not_authorized", "not_configured", "not_found"],
    setsCookie: true,
    redirects: true,
  }),
  route(logOut, (ctx) => logOutVisitor(ctx), { setsCookie: true }),
  route(startSsoLogout, (ctx, sent) => redirectToSsoLogout(ctx, sent), { redirects: true }),
  route(requestReset, (ctx, sent) => startPasswordReset(ctx, sent), {
    refuses: ["validate_not_email", "not_found", ...captchaRefusals],
  }),
  route(validateReset, (ctx, sent) => readPasswordReset(ctx, sent), { refuses: ["not_found", "validate_failed"] }),
  route(resetPassword, (ctx, sent) => completePasswordReset(ctx, sent), { refuses: ["not_found", "validate_failed"] }),
  route(createUser, (ctx, sent) => registerUser(ctx, sent), {
    refuses: ["access_denied", "not_authorized", "not_found", "email_taken", "validate_not_email", ...captchaRefusals],
    setsCookie: true,
  }),
  route(createGiftee, (ctx, sent) => registerGiftee(ctx, sent), {
    isIdempotent: true,
    refuses: ["validate_not_email", ...captchaRefusals],
    setsCookie: true,
  }),
  route(changeUser, (ctx, sent) => updateUser(ctx, sent), {
    refuses: [...memberRefusals, "access_denied", "not_found", "email_taken", "validate_not_email", ...captchaRefusals],
  }),
  route(putUser, (ctx, sent) => updateCurrentUser(ctx, sent), { refuses: memberRefusals }),
  route(confirmEmail, (ctx, sent) => verifyEmail(ctx, sent), {
    refuses: [...memberRefusals, "not_found", "email_taken"],
  }),
  route(getUser, async (ctx, sent) => {
    const user = await readCurrentUser(ctx, sent);
    return { user: { _data: user ? [user] : [] } };
  }),
];
