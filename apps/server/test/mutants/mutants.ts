import { aftersaleMutants } from "./aftersale.ts";
import { amountStepMutants } from "./amountSteps.ts";
import { invoiceMutants } from "./invoices.ts";
import { cartMutants } from "./cart.ts";
import { changeCartMutants } from "./changes/changeCarts.ts";
import { changeFormMutants } from "./changes/changeForms.ts";
import { checkoutMutants } from "./checkout.ts";
import { databaseMutants } from "./database.ts";
import { fullSessionMutants } from "./fullSessions.ts";
import { gateMutants } from "./office/gate.ts";
import { supervisorCodeMutants } from "./office/supervisorCodes.ts";
import { hostsMutants } from "./hosts.ts";
import { infraMutants } from "./infra.ts";
import { orderChangesMutants } from "./changes/orderChanges.ts";
import { membersMutants } from "./members.ts";
import type { Mutant } from "./mutant.ts";
import { paymentLimitMutants } from "./paymentLimits.ts";
import { planMutants } from "./plans.ts";
import { providersMutants } from "./providers.ts";
import { memberLockMutants } from "./memberLocks.ts";
import { memberUseMutants } from "./memberUses.ts";
import { requestMutants } from "./requests.ts";
import { renewalsMutants } from "./renewals.ts";
import { moneyMutants } from "./office/money.ts";
import { bulkMutants } from "./office/bulk.ts";
import { sessionBuyerMutants } from "./office/sessionBuyers.ts";
import { sessionMutants } from "./office/sessions.ts";
import { signInMutants } from "./office/signIns.ts";
import { keyMutants } from "./office/keys.ts";
import { codeDeskMutants } from "./office/codes.ts";
import { listMutants } from "./office/lists.ts";
import { giftCardMutants } from "./office/giftCards.ts";
import { compMutants } from "./office/comps.ts";
import { changedPartyMutants } from "./office/members/changedParties.ts";
import { memberDeskMutants } from "./office/members/members.ts";
import { memberSaleMutants } from "./office/members/memberSales.ts";
import { erasedPersonMutants } from "./office/members/erasedPersons.ts";
import { mergedPersonMutants } from "./office/members/mergedPersons.ts";
import { saleMutants } from "./office/sale.ts";
import { catalogueMutants } from "./office/catalogue.ts";
import { publishingMutants } from "./office/publishing.ts";
import { deskMutants } from "./office/desk/desk.ts";
import { deskRefundMutants } from "./office/desk/deskRefunds.ts";
import { uploadMutants } from "./office/uploads.ts";
import { officeMutants } from "./office/office.ts";
import { operatorMutants } from "./office/operator.ts";
import { payoutMutants } from "./office/payouts.ts";
import { passkeyMutants } from "./office/passkeys.ts";
import { previewMutants } from "./office/previews.ts";
import { boardMutants } from "./office/board.ts";
import { journalDayMutants } from "./office/journalDays.ts";
import { reportMutants } from "./office/reports.ts";
import { repeatMutants } from "./office/repeats.ts";
import { storefrontMutants } from "./storefront.ts";
import { upgradeMutants } from "./upgrades.ts";
import { venueMoveMutants } from "./changes/venueMoves.ts";
import { keptSeatMutants } from "./keptSeats.ts";
import { venueChangesMutants } from "./changes/venueChanges.ts";
import { walletMutants } from "./wallets.ts";

/** Every mutant. `npm run mutants` applies them one at a time and fails if one survives. */
export const mutants: readonly Mutant[] = [
  ...cartMutants,
  ...changeCartMutants,
  ...changeFormMutants,
  ...fullSessionMutants,
  ...keptSeatMutants,
  ...checkoutMutants,
  ...paymentLimitMutants,
  ...aftersaleMutants,
  ...invoiceMutants,
  ...orderChangesMutants,
  ...venueChangesMutants,
  ...venueMoveMutants,
  ...planMutants,
  ...amountStepMutants,
  ...renewalsMutants,
  ...memberLockMutants,
  ...memberUseMutants,
  ...membersMutants,
  ...providersMutants,
  ...databaseMutants,
  ...previewMutants,
  ...infraMutants,
  ...requestMutants,
  ...upgradeMutants,
  ...hostsMutants,
  ...walletMutants,
  ...officeMutants,
  ...catalogueMutants,
  ...publishingMutants,
  ...uploadMutants,
  ...passkeyMutants,
  ...operatorMutants,
  ...repeatMutants,
  ...signInMutants,
  ...gateMutants,
  ...supervisorCodeMutants,
  ...deskMutants,
  ...deskRefundMutants,
  ...memberDeskMutants,
  ...memberSaleMutants,
  ...erasedPersonMutants,
  ...mergedPersonMutants,
  ...changedPartyMutants,
  ...compMutants,
  ...saleMutants,
  ...moneyMutants,
  ...payoutMutants,
  ...bulkMutants,
  ...sessionBuyerMutants,
  ...sessionMutants,
  ...boardMutants,
  ...journalDayMutants,
  ...reportMutants,
  ...giftCardMutants,
  ...listMutants,
  ...keyMutants,
  ...codeDeskMutants,
  ...storefrontMutants,
];
