import { aftersaleMutants } from "./aftersale.ts";
import { invoiceMutants } from "./invoices.ts";
import { cartMutants } from "./cart.ts";
import { changeCartMutants } from "./changeCarts.ts";
import { changeFormMutants } from "./changeForms.ts";
import { checkoutMutants } from "./checkout.ts";
import { fullSessionMutants } from "./fullSessions.ts";
import { gateMutants } from "./office/gate.ts";
import { hostsMutants } from "./hosts.ts";
import { infraMutants } from "./infra.ts";
import { orderChangesMutants } from "./orderChanges.ts";
import { membersMutants } from "./members.ts";
import type { Mutant } from "./mutant.ts";
import { planMutants } from "./plans.ts";
import { providersMutants } from "./providers.ts";
import { renewalsMutants } from "./renewals.ts";
import { deskMutants } from "./office/desk.ts";
import { officeMutants } from "./office/office.ts";
import { storefrontMutants } from "./storefront.ts";
import { upgradeMutants } from "./upgrades.ts";
import { venueMoveMutants } from "./venueMoves.ts";
import { keptSeatMutants } from "./keptSeats.ts";
import { venueChangesMutants } from "./venueChanges.ts";
import { walletMutants } from "./wallets.ts";

/** Every mutant. `npm run mutants` applies them one at a time and fails where one survives. */
export const mutants: readonly Mutant[] = [
  ...cartMutants,
  ...changeCartMutants,
  ...changeFormMutants,
  ...fullSessionMutants,
  ...keptSeatMutants,
  ...checkoutMutants,
  ...aftersaleMutants,
  ...invoiceMutants,
  ...orderChangesMutants,
  ...venueChangesMutants,
  ...venueMoveMutants,
  ...planMutants,
  ...renewalsMutants,
  ...membersMutants,
  ...providersMutants,
  ...infraMutants,
  ...upgradeMutants,
  ...hostsMutants,
  ...walletMutants,
  ...officeMutants,
  ...gateMutants,
  ...deskMutants,
  ...storefrontMutants,
];
