import {
  adjustGiftCard,
  issueGiftCardsAtDesk,
  listGiftCards,
  moveGiftCardEnd,
  previewGiftCardEmail,
  previewIssuedGiftCard,
  readGiftCard,
  replaceGiftCardNumber,
  resendGiftCard,
  restoreGiftCard,
  voidGiftCard,
} from "@foyer/contract/office/money/giftCards.ts";
import { downloadGiftCardNumbers, listGiftCardBatches } from "@foyer/contract/office/money/giftCardBatches.ts";
import { checkGiftCardImport, importGiftCards } from "@foyer/contract/office/money/giftCardImports.ts";
import { onStaff, type StaffRoute } from "../../http/staff/mountStaff.ts";
import {
  adjustCard,
  moveEnd,
  previewCardEmail,
  replaceNumber,
  resendCard,
  restoreCard,
  voidCard,
} from "./changeCard.ts";
import { checkCardFile, importCards } from "./importCards.ts";
import { downloadNumbers, issueCards, listBatches, previewIssue } from "./issueCards.ts";
import { findCards } from "./listCards.ts";
import { readCard } from "./readCard.ts";

export const giftCardDeskRoutes: readonly StaffRoute[] = [
  onStaff(listGiftCards, findCards),
  onStaff(readGiftCard, readCard),
  onStaff(issueGiftCardsAtDesk, issueCards),
  onStaff(previewIssuedGiftCard, previewIssue),
  onStaff(checkGiftCardImport, checkCardFile),
  onStaff(importGiftCards, importCards),
  onStaff(listGiftCardBatches, listBatches),
  onStaff(downloadGiftCardNumbers, downloadNumbers),
  onStaff(adjustGiftCard, adjustCard),
  onStaff(voidGiftCard, voidCard),
  onStaff(restoreGiftCard, restoreCard),
  onStaff(replaceGiftCardNumber, replaceNumber),
  onStaff(resendGiftCard, resendCard),
  onStaff(previewGiftCardEmail, previewCardEmail),
  onStaff(moveGiftCardEnd, moveEnd),
];
