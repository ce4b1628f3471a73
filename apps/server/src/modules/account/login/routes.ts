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
  route(logIn, (ctx, sent) => logInVisitor(ctx, sent)),
  route(logInByLink, (ctx, sent) => logInWithMemberLink(ctx, sent)),
  route(requestOtp, (ctx, sent) => issueOtp(ctx, sent)),
  route(submitOtp, (ctx, sent) => verifyOtp(ctx, sent)),
  route(startSsoLogin, (ctx, sent) => redirectToSso(ctx, sent)),
  route(finishSsoLogin, (ctx, sent) => completeSsoLogin(ctx, sent)),
  route(logOut, (ctx) => logOutVisitor(ctx)),
  route(startSsoLogout, (ctx, sent) => redirectToSsoLogout(ctx, sent)),
  route(requestReset, (ctx, sent) => startPasswordReset(ctx, sent)),
  route(validateReset, (ctx, sent) => readPasswordReset(ctx, sent)),
  route(resetPassword, (ctx, sent) => completePasswordReset(ctx, sent)),
  route(createUser, (ctx, sent) => registerUser(ctx, sent)),
  route(createGiftee, (ctx, sent) => registerGiftee(ctx, sent), { isIdempotent: true }),
  route(changeUser, (ctx, sent) => updateUser(ctx, sent)),
  route(putUser, (ctx, sent) => updateCurrentUser(ctx, sent)),
  route(confirmEmail, (ctx, sent) => verifyEmail(ctx, sent)),
  route(getUser, async (ctx) => {
    const user = await readCurrentUser(ctx);
    return { user: { _data: user ? [user] : [] } };
  }),
];
