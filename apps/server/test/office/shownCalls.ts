import { relative } from "node:path";
import { afterAll, expect, type RunnerTestSuite } from "vitest";

/**
 * Which test file calls what successfully: each call of the back office that writes, by the name of its endpoint. Such a
 * file runs every day, and fails if it no longer does so or if the call writes no entry (`noteCall`).
 */
export const shownIn: Readonly<Record<string, string>> = {
  "apps/server/src/modules/audit/audit.test.ts": "downloadAudit",
  "apps/server/src/office/audit/auditedWrites.test.ts": "cleanWriting",
  "apps/server/src/office/board/board.test.ts": "closeSessionSales openSessionSales",
  "apps/server/src/office/bulk/bulk.test.ts": "previewBulk startBulk steerBulk",
  "apps/server/src/office/bulk/plans/plans.test.ts": "movePlan cancelPlanAtDesk",
  "apps/server/src/office/codes/codes.test.ts": "makeCode makeCodes downloadCodes importCodes pauseCodes limitCode",
  "apps/server/src/office/codes/importCodes.test.ts": "checkCodeImport",
  "apps/server/src/office/codes/vouchers.test.ts": "downloadVouchers",
  "apps/server/src/office/comps/makeComp.test.ts": "makeCompOrder previewCompEmail",
  "apps/server/src/office/desk/beyondRules.test.ts": "resendDeskRefund",
  "apps/server/src/office/desk/changeOrder.test.ts": `
    recordScans addOrderNote pinOrderNote resendOrder correctPurchaser replaceOrderCodes cancelDeskTickets
    refundDeskOrder moveDeskTickets printDeskTickets`,
  "apps/server/src/office/desk/emailChoice.test.ts": "correctAttendees",
  "apps/server/src/office/desk/offerMove.test.ts": "offerDeskMove withdrawDeskOffer",
  "apps/server/src/office/editing/discounts/tryDiscounts.test.ts": "tryDiscounts",
  "apps/server/src/office/editing/drafts.test.ts": "discardDraft",
  "apps/server/src/office/editing/files/files.test.ts": "planCatalogueFile publishCatalogueFile",
  "apps/server/src/office/editing/previews/previewApart.test.ts": "uploadPicture",
  "apps/server/src/office/editing/previews/previews.test.ts": "openPreview endPreview",
  "apps/server/src/office/editing/publish.test.ts": "joinDraft beginEvent restoreChapter",
  "apps/server/src/office/emails/checkSender.test.ts": "checkSender",
  "apps/server/src/office/emails/sampleEmails.test.ts": "sendTestEmail",
  "apps/server/src/office/gate/devices.test.ts": "pairDevice createDevice renewPairing endDevice",
  "apps/server/src/office/gate/readGate.test.ts": "resolveConflict",
  "apps/server/src/office/gate/supervisor/supervisorCode.test.ts": "setGateCode removeGateCode",
  "apps/server/src/office/giftcards/cardEmails.test.ts": "previewIssuedGiftCard",
  "apps/server/src/office/giftcards/giftCards.test.ts": `
    issueGiftCardsAtDesk adjustGiftCard voidGiftCard restoreGiftCard replaceGiftCardNumber resendGiftCard
    moveGiftCardEnd`,
  "apps/server/src/office/giftcards/importCards.test.ts": "checkGiftCardImport importGiftCards",
  "apps/server/src/office/giftcards/issueCards.test.ts": "downloadGiftCardNumbers",
  "apps/server/src/office/keys/paymentKeys.test.ts": "savePaymentKeys forgetPaymentKeys",
  "apps/server/src/office/keys/serviceKeys.test.ts": "saveServiceKeys forgetServiceKeys",
  "apps/server/src/office/lists/downloadLists.test.ts":
    "downloadOrders downloadTickets downloadPersons downloadMembers",
  "apps/server/src/office/members/cards/plasticCards.test.ts": "downloadPlasticCards markPlasticCards",
  "apps/server/src/office/members/changeMember.test.ts":
    "cancelMemberRenewal changeMemberHolder resendMemberCard lengthenMember",
  "apps/server/src/office/members/changeParty.test.ts": "addMemberCard",
  "apps/server/src/office/members/contact/changeContact.test.ts": "changeMemberContact",
  "apps/server/src/office/members/emails/memberEmails.test.ts":
    "previewAddedCardEmail previewGivenMembership previewHolderEmails",
  "apps/server/src/office/members/gifts/giftMemberships.test.ts":
    "resendGiftMembership moveGiftMembershipEnd cancelGiftMembership",
  "apps/server/src/office/members/imports/memberImports.test.ts": `
    replaceMemberNumber checkMemberImport startMemberImport continueMemberImport cancelMemberImport openTill
    renewMember`,
  "apps/server/src/office/members/merge/mergePersons.test.ts": "mergePersons",
  "apps/server/src/office/members/readMember.test.ts": "sendMemberRenewalLink",
  "apps/server/src/office/members/renewals/renewalsAtRisk.test.ts": "emailRenewalAtRisk",
  "apps/server/src/office/money/disputesAndNotices.test.ts": "setMoneyNotice",
  "apps/server/src/office/money/money.test.ts": `
    settlePaymentAtDesk refundPaymentAtDesk finishReview takeReview addMoneyNote sendEmailAgain retryWebhook
    downloadJournal`,
  "apps/server/src/office/operator/operator.test.ts":
    "createSeller inviteFirstOwner suspendSeller resumeSeller letOperatorIn endOperatorVisit",
  "apps/server/src/office/sale/levels/changeLevel.test.ts": "endMember giveMembership changeLevel sendLevelLink",
  "apps/server/src/office/sale/links/counterLinks.test.ts": "makeCounterLink withdrawCounterLink",
  "apps/server/src/office/sale/payOutRefund.test.ts": "moveCash countTill makeCounterSale payOutRefund",
  "apps/server/src/office/sale/saleEmails.test.ts": "previewCounterSale",
  "apps/server/src/office/sale/tills/tillDay.test.ts": "closeTill",
  "apps/server/src/office/sessions/eventSessions.test.ts":
    "previewSessionChange changeSessionsTogether noteSession setSalesTogether saveDraft publishDrafts",
  "apps/server/src/office/sessions/keepPlaces.test.ts": "keepPlaces freePlaces",
  "apps/server/src/office/signin/passkeys.test.ts": `
    signIn stepUp beginSecondFactor confirmSecondFactor makeRecoveryCodes beginPasskeySignIn
    signInWithPasskey beginPasskeyStepUp beginPasskey addPasskey renamePasskey removePasskey
    removeAuthenticatorApp resetSecondFactor`,
  "apps/server/src/office/signin/signIn.test.ts":
    "signOut forgotStaffPassword chooseNewPassword changePassword endSignIn saveView",
  "apps/server/src/office/signin/signOut.test.ts": "endOtherSignIns",
  "apps/server/src/office/staffing/staffing.test.ts": `
    openInvitation acceptInvitation joinSeller inviteStaff resendInvitation withdrawInvitation giveRole
    takeRole suspendStaff resumeStaff removeStaff`,
  "apps/server/src/office/views/keptReports.test.ts": "chooseKeptReport",
  "apps/server/src/office/views/savedViews.test.ts": "renameView deleteView",
};

export const namesIn = (words: string): readonly string[] => words.trim().split(/\s+/);

type Shown = { readonly name: string; readonly isShown: () => boolean };
const calls: Shown[] = [];

/** Notes a call that succeeded. Some write their entry after the reply, so that the time of the reply tells nothing. */
export const noteCall = (call: Shown): void => void calls.push(call);

const root = `${import.meta.dirname}/../../../..`;

/** Whether the whole file was run, not only some of its tests, and all of them passed. */
const hasPassed = ({ tasks }: Pick<RunnerTestSuite, "tasks">): boolean =>
  tasks.every((task) =>
    task.type === "suite" ? hasPassed(task) : task.mode === "run" && task.result?.state !== "fail",
  );

// oxlint-disable-next-line no-empty-pattern -- vitest accepts no other first argument before the suite
afterAll(({}, suite) => {
  const file = relative(root, expect.getState().testPath ?? "");
  const names = namesIn(shownIn[file] ?? "");
  if (shownIn[file] === undefined || !hasPassed(suite)) return;
  const shown = new Set(calls.filter(({ isShown }) => isShown()).map(({ name }) => name));
  const missing = names.filter((name) => !shown.has(name));
  if (missing.length > 0)
    throw new Error(`No test of this file calls ${missing.join(", ")} successfully, with an entry in the audit log.`);
});
