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
} from "@foyer/contract/login.ts";
import { comeBack, leaveElsewhere, startElsewhere } from "@foyer/contract/sso.ts";
import { on } from "../../http/mount.ts";
import { shownUser } from "../identity/users.ts";
import { changeUserOf, putUserOf } from "./changeUser.ts";
import { createGifteeOf, createUserOf } from "./createUser.ts";
import { confirmEmailOf } from "./email.ts";
import { comeBackOf, startElsewhereOf } from "./elsewhere.ts";
import { logInBy } from "./logIn.ts";
import { leaveElsewhereOf, logOutOf } from "./logOut.ts";
import { logInByLinkOf } from "./memberNumber.ts";
import { requestOtpOf, submitOtpOf } from "./otp.ts";
import { requestResetOf, resetPasswordOf, validateResetOf } from "./reset.ts";

export const loginRoutes = [
  on(logIn, (ask, sent) => logInBy(ask, sent)),
  on(logInByLink, (ask, sent) => logInByLinkOf(ask, sent)),
  on(requestOtp, (ask, sent) => requestOtpOf(ask, sent)),
  on(submitOtp, (ask, sent) => submitOtpOf(ask, sent)),
  on(startElsewhere, (ask, sent) => startElsewhereOf(ask, sent)),
  on(comeBack, (ask, sent) => comeBackOf(ask, sent)),
  on(logOut, (ask) => logOutOf(ask)),
  on(leaveElsewhere, (ask, sent) => leaveElsewhereOf(ask, sent)),
  on(requestReset, (ask, sent) => requestResetOf(ask, sent)),
  on(validateReset, (ask, sent) => validateResetOf(ask, sent)),
  on(resetPassword, (ask, sent) => resetPasswordOf(ask, sent)),
  on(createUser, (ask, sent) => createUserOf(ask, sent)),
  on(createGiftee, (ask, sent) => createGifteeOf(ask, sent), { keyed: true }),
  on(changeUser, (ask, sent) => changeUserOf(ask, sent)),
  on(putUser, (ask, sent) => putUserOf(ask, sent)),
  on(confirmEmail, (ask, sent) => confirmEmailOf(ask, sent)),
  on(getUser, async (ask) => {
    const user = await shownUser(ask);
    return { user: { _data: user ? [user] : [] } };
  }),
];
