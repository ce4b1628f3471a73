import { isUuid } from "../isUuid.ts";
import type { PageGateway } from "../pageGateway.ts";
import { TestWalletButtons } from "./TestWalletButtons.tsx";
import { useTestCardForm } from "./useTestCardForm.tsx";

/** Replaces a card provider outside production. Its references are ids of our own payments. */
export const testPageGateway: PageGateway = {
  isConfigured: () => true,
  isTestMode: () => true,
  redirectHosts: new Set(),
  useForm: useTestCardForm,
  WalletButtons: TestWalletButtons,
  isReference: isUuid,
  savedMethodOffer: (saved_payment_method_id, amount) => ({
    gateway_id: "test",
    amount,
    gateway_data: { saved_payment_method_id },
  }),
  resumeOffer: (payment_id, { amount, auto_renew }) => ({
    gateway_id: "test",
    amount,
    ...(auto_renew === undefined ? {} : { auto_renew }),
    gateway_data: { payment_id },
  }),
};
