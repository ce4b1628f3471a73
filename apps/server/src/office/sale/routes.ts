import { listPayOuts, readCounter, readCounterMember } from "@foyer/contract/office/money/counter.ts";
import { listCounterLinks, makeCounterLink, withdrawCounterLink } from "@foyer/contract/office/money/counterLinks.ts";
import { makeCounterSale, payOutRefund, previewCounterSale } from "@foyer/contract/office/money/counterSales.ts";
import { closeTill, countTill, moveCash, openTill, readTill, readTillDay } from "@foyer/contract/office/money/tills.ts";
import { quoteMemberRenewal, renewMember, sendMemberRenewalLink } from "@foyer/contract/office/members/renewMember.ts";
import { previewLevelLink, previewRenewalLink } from "@foyer/contract/office/members/memberEmails.ts";
import { changeLevel, quoteLevelChange, sendLevelLink } from "@foyer/contract/office/members/changeLevel.ts";
import { onStaff, type StaffRoute } from "../../http/staff/mountStaff.ts";
import { changeLevelAtCounter, quoteLevel } from "./levels/changeLevel.ts";
import { previewLevelLinkEmail, sendLinkToChangeLevel } from "./levels/levelLink.ts";
import { listLinks, makeLink } from "./links/makeLink.ts";
import { withdrawLink } from "./links/withdrawLink.ts";
import { sellAtCounter } from "./makeSale.ts";
import { previewSale } from "./previewSale.ts";
import { listPayOutsOfSeller, payOutAtTill } from "./payOutRefund.ts";
import { readCounterDay } from "./readCounter.ts";
import { readDayOfTills, readOwnTill } from "./tills/readTills.ts";
import { previewRenewalLinkEmail, quoteRenewal, sendRenewalLink } from "./renewals/offerRenewal.ts";
import { renewAtCounter } from "./renewals/renewMember.ts";
import { readMemberAtCounter } from "./members/counterMember.ts";
import { closeOwnTill, countOwnTill, moveTillCash, openOwnTill } from "./tills/tillUseCases.ts";

export const saleRoutes: readonly StaffRoute[] = [
  onStaff(readTill, readOwnTill),
  onStaff(openTill, openOwnTill),
  onStaff(moveCash, moveTillCash),
  onStaff(countTill, countOwnTill),
  onStaff(closeTill, closeOwnTill),
  onStaff(readTillDay, readDayOfTills),
  onStaff(readCounter, readCounterDay),
  onStaff(readCounterMember, readMemberAtCounter),
  onStaff(makeCounterSale, sellAtCounter),
  onStaff(previewCounterSale, previewSale),
  onStaff(makeCounterLink, makeLink),
  onStaff(listCounterLinks, listLinks),
  onStaff(withdrawCounterLink, withdrawLink),
  onStaff(listPayOuts, listPayOutsOfSeller),
  onStaff(payOutRefund, payOutAtTill),
  onStaff(quoteMemberRenewal, quoteRenewal),
  onStaff(quoteLevelChange, quoteLevel),
  onStaff(changeLevel, changeLevelAtCounter),
  onStaff(sendLevelLink, sendLinkToChangeLevel),
  onStaff(previewLevelLink, previewLevelLinkEmail),
  onStaff(previewRenewalLink, previewRenewalLinkEmail),
  onStaff(renewMember, renewAtCounter),
  onStaff(sendMemberRenewalLink, sendRenewalLink),
];
