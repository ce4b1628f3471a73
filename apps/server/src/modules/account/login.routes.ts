import {
  getUser,
  logIn,
  logInByLink,
  logOut,
  requestOtp,
  requestReset,
  resetPassword,
  submitOtp,
  validateReset,
} from "@foyer/contract/login.ts";
import { on } from "../../http/mount.ts";
import { shownUser } from "../identity/users.ts";
import { logInBy } from "./logIn.ts";
import { logOutOf } from "./logOut.ts";
import { logInByLinkOf } from "./memberNumber.ts";
import { requestOtpOf, submitOtpOf } from "./otp.ts";
import { requestResetOf, resetPasswordOf, validateResetOf } from "./reset.ts";

export const loginRoutes = [
  on(logIn, (ask, sent) => logInBy(ask, sent)),
  on(logInByLink, (ask, sent) => logInByLinkOf(ask, sent)),
  on(requestOtp, (ask, sent) => requestOtpOf(ask, sent)),
  on(submitOtp, (ask, sent) => submitOtpOf(ask, sent)),
  on(logOut, (ask) => logOutOf(ask)),
  on(requestReset, (ask, sent) => requestResetOf(ask, sent)),
  on(validateReset, (ask, sent) => validateResetOf(ask, sent)),
  on(resetPassword, (ask, sent) => resetPasswordOf(ask, sent)),
  on(getUser, async (ask) => {
    const user = await shownUser(ask);
    return { user: { _data: user ? [user] : [] } };
  }),
];
