import { downloadJournal, listJournalLines, readJournalDays } from "@foyer/contract/office/money/journal.ts";
import { readMoneyQueue, readPaymentAtDesk, setMoneyNotice } from "@foyer/contract/office/money/money.ts";
import {
  addMoneyNote,
  finishReview,
  previewPaymentRefund,
  previewUnsentEmail,
  refundPaymentAtDesk,
  retryWebhook,
  sendEmailAgain,
  settlePaymentAtDesk,
  takeReview,
} from "@foyer/contract/office/money/moneyActions.ts";
import { listPayouts, listUnpaid, readPayout } from "@foyer/contract/office/money/payouts.ts";
import { onStaff, type StaffRoute } from "../../http/staff/mountStaff.ts";
import {
  finishAtDesk,
  noteOnPayment,
  refundAtDesk,
  retryWebhookAtDesk,
  sendAgain,
  settleAtDesk,
  takeAtDesk,
} from "./changeMoney.ts";
import { previewRefundAtDesk, showUnsent } from "./previewMoneyEmails.ts";
import { downloadJournalCsv, listLines, readDays } from "./readJournal.ts";
import { readPayment, readQueue } from "./readMoney.ts";
import { setNotice } from "./setNotice.ts";
import { listAllPayouts, listUnpaidMoney, readOnePayout } from "./readPayouts.ts";

export const moneyRoutes: readonly StaffRoute[] = [
  onStaff(readMoneyQueue, readQueue),
  onStaff(readPaymentAtDesk, readPayment),
  onStaff(setMoneyNotice, setNotice),
  onStaff(settlePaymentAtDesk, settleAtDesk),
  onStaff(refundPaymentAtDesk, refundAtDesk),
  onStaff(previewPaymentRefund, previewRefundAtDesk),
  onStaff(finishReview, finishAtDesk),
  onStaff(takeReview, takeAtDesk),
  onStaff(addMoneyNote, noteOnPayment),
  onStaff(sendEmailAgain, sendAgain),
  onStaff(previewUnsentEmail, showUnsent),
  onStaff(retryWebhook, retryWebhookAtDesk),
  onStaff(listPayouts, listAllPayouts),
  onStaff(listUnpaid, (ctx, request) => listUnpaidMoney(ctx, request)),
  onStaff(readPayout, readOnePayout),
  onStaff(readJournalDays, readDays),
  onStaff(listJournalLines, listLines),
  onStaff(downloadJournal, downloadJournalCsv),
];
