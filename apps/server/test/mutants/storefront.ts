import type { Mutant } from "./mutant.ts";

const express = "apps/storefront/src/features/checkout/express";
const navigation = "apps/storefront/src/shell/navigation";

export const storefrontMutants: readonly Mutant[] = [
  {
    name: "query_is_cleaned_without_navigation",
    protects: "access",
    file: `${navigation}/navigateTo.ts`,
    changes: [
      {
        from: "else if (result.search) replaceQuery(normalizeHref(boot.base + target));",
        to: "else if (result.search) navigate(target, { replace: true });",
      },
    ],
    killedBy: {
      file: `${navigation}/navigateTo.test.ts`,
      test: "cleaning the query of the address does not stop a navigation that has begun",
    },
  },
  {
    name: "wallet_pays_more_than_its_sheet_showed",
    protects: "money",
    file: `${express}/useExpressWallet.ts`,
    changes: [{ from: "payment && isWithinWallet(payment.amount, remaining) ? payment : undefined", to: "payment" }],
    killedBy: {
      file: `${express}/wallets.test.tsx`,
      test: "a total that goes up is not charged with what the sheet has shown",
    },
  },
  {
    name: "used_wallet_pays_again",
    protects: "money",
    file: "apps/storefront/src/features/checkout/useCheckoutForm.ts",
    changes: [{ from: "if (!keepsWallet(problem)) wallet.drop();", to: "" }],
    killedBy: {
      file: `${express}/wallets.test.tsx`,
      test: "a wallet that is declined says so at the top, keeps what it filled in, and is pressed again",
    },
  },
];
