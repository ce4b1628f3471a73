import {
  acceptInvitation,
  chooseNewPassword,
  forgotStaffPassword,
  joinSeller,
  openInvitation,
  signIn,
  signInOptions,
  signOut,
} from "@foyer/contract/office/staff/signIn.ts";
import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  beginPasskeyStepUp,
  removeAuthenticatorApp,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
} from "@foyer/contract/office/staff/passkeys.ts";
import {
  beginSecondFactor,
  changePassword,
  confirmSecondFactor,
  endOtherSignIns,
  endSignIn,
  listSignIns,
  makeRecoveryCodes,
  readMe,
  stepUp,
} from "@foyer/contract/office/staff/staffAccount.ts";
import { onStaff, type StaffRoute } from "../../http/staff/mountStaff.ts";
import { beginFactor, confirmFactor, renewRecoveryCodes, stepUpNow } from "./factorUseCases.ts";
import { acceptSignedIn, acceptWithNewAccount, readInvitation } from "./invitationUseCases.ts";
import {
  addOwnPasskey,
  beginOwnPasskey,
  beginSignInByPasskey,
  beginStepUpByPasskey,
  removeOwnApp,
  removeOwnPasskey,
  renameOwnPasskey,
  signInByPasskey,
} from "./passkeyUseCases.ts";
import { changeOwnPassword, choosePasswordByLink, sendPasswordLink } from "./passwordUseCases.ts";
import { endAllOtherSignIns, endOneSignIn, listOwnSignIns, readOwnAccount, signOutNow } from "./readAccountPage.ts";
import { listDemoAccounts } from "./listDemoAccounts.ts";
import { signInWithPassword } from "./signInWithPassword.ts";

export const signInRoutes: readonly StaffRoute[] = [
  onStaff(signInOptions, listDemoAccounts),
  onStaff(signIn, signInWithPassword),
  onStaff(signOut, signOutNow),
  onStaff(forgotStaffPassword, sendPasswordLink),
  onStaff(chooseNewPassword, choosePasswordByLink),
  onStaff(openInvitation, readInvitation),
  onStaff(acceptInvitation, acceptWithNewAccount),
  onStaff(joinSeller, acceptSignedIn),
  onStaff(readMe, readOwnAccount),
  onStaff(stepUp, stepUpNow),
  onStaff(changePassword, changeOwnPassword),
  onStaff(beginSecondFactor, beginFactor),
  onStaff(confirmSecondFactor, confirmFactor),
  onStaff(makeRecoveryCodes, renewRecoveryCodes),
  onStaff(listSignIns, listOwnSignIns),
  onStaff(endSignIn, endOneSignIn),
  onStaff(endOtherSignIns, endAllOtherSignIns),
  onStaff(beginPasskeySignIn, beginSignInByPasskey),
  onStaff(signInWithPasskey, signInByPasskey),
  onStaff(beginPasskeyStepUp, beginStepUpByPasskey),
  onStaff(beginPasskey, beginOwnPasskey),
  onStaff(addPasskey, addOwnPasskey),
  onStaff(renamePasskey, renameOwnPasskey),
  onStaff(removePasskey, removeOwnPasskey),
  onStaff(removeAuthenticatorApp, removeOwnApp),
];
