import {
  addMemberCard,
  cancelMemberRenewal,
  changeMemberHolder,
  endMember,
  giveMembership,
  lengthenMember,
  quoteMemberEnd,
  replaceMemberNumber,
  resendMemberCard,
} from "@foyer/contract/office/members/memberActions.ts";
import {
  cancelGiftMembership,
  listGiftMemberships,
  moveGiftMembershipEnd,
  resendGiftMembership,
} from "@foyer/contract/office/members/giftMemberships.ts";
import { changeMemberContact, listStatesForStaff } from "@foyer/contract/office/members/memberContact.ts";
import { listMemberLevels, listMembers } from "@foyer/contract/office/members/memberList.ts";
import { emailRenewalAtRisk, listRenewalsAtRisk } from "@foyer/contract/office/members/memberRenewals.ts";
import { compareMerge, findPersons, mergePersons } from "@foyer/contract/office/members/mergePersons.ts";
import {
  previewAddedCardEmail,
  previewGiftEmail,
  previewGivenMembership,
  previewHolderEmails,
  previewMemberEmail,
} from "@foyer/contract/office/members/memberEmails.ts";
import { readMember } from "@foyer/contract/office/members/memberPage.ts";
import {
  cancelMemberImport,
  checkMemberImport,
  continueMemberImport,
  listMemberImports,
  startMemberImport,
} from "@foyer/contract/office/members/memberImports.ts";
import {
  downloadPlasticCards,
  listPlasticCards,
  markPlasticCards,
} from "@foyer/contract/office/members/plasticCards.ts";
import { onStaff, type StaffRoute } from "../../http/staff/mountStaff.ts";
import {
  cancelRenewalAtDesk,
  lengthenTermOfMember,
  replaceNumberOfMember,
  resendCardOfMember,
} from "./changeMember.ts";
import { addCardToMember, previewAddedCard } from "./changeParty.ts";
import { changeHolderOfMember, previewHolder } from "./changeHolder.ts";
import { changeContactOfMember, listStatesOf } from "./contact/changeContact.ts";
import { downloadCards, listCardsOfLevels, markCardsAs } from "./cards/plasticCards.ts";
import { checkImportFile } from "./imports/checkImport.ts";
import { continueImport } from "./imports/continueImport.ts";
import { beginImport, cancelImport, listImports } from "./imports/startImport.ts";
import { previewEmailOfMember } from "./emails/previewMemberEmail.ts";
import { endMembership, quoteEnd } from "./endMember.ts";
import { cancelGift, listGifts, moveGiftEnd, previewGift, resendGift } from "./gifts/giftMemberships.ts";
import { giveMembershipAway, previewGiven } from "./giveMembership.ts";
import { findMembers, listLevels } from "./listMembers.ts";
import { comparePersons } from "./merge/comparePersons.ts";
import { findOtherPersons } from "./merge/findPersons.ts";
import { mergeTwoPersons } from "./merge/mergePersons.ts";
import { readMemberPage } from "./readMember.ts";
import { emailRisk, listRisks } from "./renewals/renewalsAtRisk.ts";

export const memberRoutes: readonly StaffRoute[] = [
  onStaff(listMembers, findMembers),
  onStaff(listMemberLevels, listLevels),
  onStaff(readMember, readMemberPage),
  onStaff(previewMemberEmail, previewEmailOfMember),
  onStaff(previewHolderEmails, previewHolder),
  onStaff(previewAddedCardEmail, previewAddedCard),
  onStaff(previewGivenMembership, previewGiven),
  onStaff(previewGiftEmail, previewGift),
  onStaff(cancelMemberRenewal, cancelRenewalAtDesk),
  onStaff(changeMemberHolder, changeHolderOfMember),
  onStaff(changeMemberContact, changeContactOfMember),
  onStaff(listStatesForStaff, listStatesOf),
  onStaff(addMemberCard, addCardToMember),
  onStaff(findPersons, findOtherPersons),
  onStaff(compareMerge, comparePersons),
  onStaff(mergePersons, mergeTwoPersons),
  onStaff(quoteMemberEnd, quoteEnd),
  onStaff(endMember, endMembership),
  onStaff(giveMembership, giveMembershipAway),
  onStaff(resendMemberCard, resendCardOfMember),
  onStaff(replaceMemberNumber, replaceNumberOfMember),
  onStaff(lengthenMember, lengthenTermOfMember),
  onStaff(listPlasticCards, listCardsOfLevels),
  onStaff(downloadPlasticCards, downloadCards),
  onStaff(markPlasticCards, markCardsAs),
  onStaff(checkMemberImport, checkImportFile),
  onStaff(startMemberImport, beginImport),
  onStaff(continueMemberImport, continueImport),
  onStaff(cancelMemberImport, cancelImport),
  onStaff(listMemberImports, listImports),
  onStaff(listRenewalsAtRisk, listRisks),
  onStaff(emailRenewalAtRisk, emailRisk),
  onStaff(listGiftMemberships, listGifts),
  onStaff(resendGiftMembership, resendGift),
  onStaff(moveGiftMembershipEnd, moveGiftEnd),
  onStaff(cancelGiftMembership, cancelGift),
];
