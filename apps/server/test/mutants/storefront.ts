import type { Mutant } from "./mutant.ts";

const express = "apps/storefront/src/features/checkout/express";
const navigation = "apps/storefront/src/shell/navigation";
const pages = "apps/server/src/modules/catalog/pages";

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
  {
    name: "page_of_the_seller_who_was_read_first",
    protects: "tenancy",
    file: `${pages}/readSellerPage.ts`,
    changes: [
      {
        from: "/** A page of the seller's own words. */",
        to: "const first: Record<string, { html: string } | undefined> = {};",
      },
      { from: "const written = page ===", to: "const written = first[page] ??= page ===" },
    ],
    killedBy: {
      file: `${pages}/readSellerPage.test.ts`,
      test: "a page is read from its own seller, and one that they did not write is not found",
    },
  },
  {
    name: "page_of_a_seller_is_sent_as_it_is_kept",
    protects: "access",
    file: `${pages}/readSellerPage.ts`,
    changes: [{ from: "html: cleanHtml(written.html)", to: "html: written.html" }],
    killedBy: {
      file: `${pages}/readSellerPage.test.ts`,
      test: "the HTML of a page is cleaned once more when it is read",
    },
  },
  {
    name: "change_sends_seen_starts",
    protects: "money",
    file: "apps/storefront/src/features/aftersale/confirm/usePayForChange.ts",
    changes: [{ from: ", starts: seenStarts.sent() })", to: " })" }],
    killedBy: {
      file: "apps/storefront/src/features/aftersale/confirm/confirm.test.tsx",
      test: "of a free change sends the start that was shown first, and after a refusal the one that it told",
    },
  },
];
