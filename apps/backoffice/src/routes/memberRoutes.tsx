import { createRoute } from "@tanstack/react-router";
import { codeList } from "@foyer/contract/office/catalogue/codes.ts";
import { voucherList } from "@foyer/contract/office/catalogue/vouchers.ts";
import { giftMembershipList } from "@foyer/contract/office/members/giftMemberships.ts";
import { plasticCardList, sentCardList } from "@foyer/contract/office/members/plasticCards.ts";
import { renewalList } from "@foyer/contract/office/members/memberRenewals.ts";
import { memberList } from "@foyer/contract/office/members/memberList.ts";
import { giftCardList } from "@foyer/contract/office/money/giftCards.ts";
import { codeSearchNames, type CodeSearch } from "../features/codes/codeQueries.ts";
import { voucherSearchNames, type VoucherSearch } from "../features/codes/voucherQueries.ts";
import { giftCardSearchNames, type GiftCardSearch } from "../features/giftcards/giftCardQueries.ts";
import { cardSearchNames, memberSearchNames, type MemberSearch } from "../features/members/memberQueries.ts";
import { listTextsOf, textsOf } from "../shared/list/listSearch.ts";
import { canUse, guarded, sellerRoute } from "./frameRoutes.tsx";

const giftCardsRoute = createRoute({
  getParentRoute: () => sellerRoute,
  path: "/gift-cards",
  component: guarded(
    canUse("/$slug/gift-cards"),
    () => import("../features/giftcards/GiftCardsScreen.tsx"),
    "GiftCardsScreen",
  ),
  validateSearch: (search: Record<string, unknown>): GiftCardSearch =>
    listTextsOf(search, giftCardSearchNames, giftCardList),
});

const giftCardImportRoute = createRoute({
  getParentRoute: () => sellerRoute,
  path: "/gift-cards/import",
  component: guarded(
    "gift_card.issue",
    () => import("../features/giftcards/imports/CardImportScreen.tsx"),
    "CardImportScreen",
  ),
});

const giftCardRoute = createRoute({
  getParentRoute: () => sellerRoute,
  path: "/gift-cards/$id",
  component: guarded(
    canUse("/$slug/gift-cards"),
    () => import("../features/giftcards/GiftCardScreen.tsx"),
    "GiftCardScreen",
  ),
});

const membersRoute = createRoute({
  getParentRoute: () => sellerRoute,
  path: "/members",
  component: guarded(canUse("/$slug/members"), () => import("../features/members/MembersScreen.tsx"), "MembersScreen"),
  validateSearch: (search: Record<string, unknown>): MemberSearch => listTextsOf(search, memberSearchNames, memberList),
});

const giftMembershipsRoute = createRoute({
  getParentRoute: () => sellerRoute,
  path: "/members/gifts",
  component: guarded(
    canUse("/$slug/members"),
    () => import("../features/members/GiftMembershipsScreen.tsx"),
    "GiftMembershipsScreen",
  ),
  validateSearch: (search: Record<string, unknown>): MemberSearch => listTextsOf(search, ["q"], giftMembershipList),
});

const renewalsRoute = createRoute({
  getParentRoute: () => sellerRoute,
  path: "/members/renewals",
  component: guarded(
    canUse("/$slug/members"),
    () => import("../features/members/RenewalsScreen.tsx"),
    "RenewalsScreen",
  ),
  validateSearch: (search: Record<string, unknown>): MemberSearch => listTextsOf(search, [], renewalList),
});

const plasticCardsRoute = createRoute({
  getParentRoute: () => sellerRoute,
  path: "/members/cards",
  component: guarded(
    canUse("/$slug/members"),
    () => import("../features/members/cards/PlasticCardsScreen.tsx"),
    "PlasticCardsScreen",
  ),
  validateSearch: (search: Record<string, unknown>): MemberSearch =>
    listTextsOf(search, cardSearchNames, search["list"] === "sent" ? sentCardList : plasticCardList),
});

const memberImportRoute = createRoute({
  getParentRoute: () => sellerRoute,
  path: "/members/import",
  component: guarded(
    "bulk.run",
    () => import("../features/members/imports/MemberImportScreen.tsx"),
    "MemberImportScreen",
  ),
});

const memberRoute = createRoute({
  getParentRoute: () => sellerRoute,
  path: "/members/$id",
  component: guarded(canUse("/$slug/members"), () => import("../features/members/MemberScreen.tsx"), "MemberScreen"),
});

const mergeRoute = createRoute({
  getParentRoute: () => sellerRoute,
  path: "/members/$id/merge",
  component: guarded("member.merge", () => import("../features/members/merge/MergeScreen.tsx"), "MergeScreen"),
  validateSearch: (search: Record<string, unknown>): { readonly other?: string } => textsOf(search, ["other"]),
});

const codesRoute = createRoute({
  getParentRoute: () => sellerRoute,
  path: "/codes",
  component: guarded(canUse("/$slug/codes"), () => import("../features/codes/CodesScreen.tsx"), "CodesScreen"),
  validateSearch: (search: Record<string, unknown>): CodeSearch => listTextsOf(search, codeSearchNames, codeList),
});

const codeImportRoute = createRoute({
  getParentRoute: () => sellerRoute,
  path: "/codes/import",
  component: guarded("code.edit", () => import("../features/codes/imports/CodeImportScreen.tsx"), "CodeImportScreen"),
});

const vouchersRoute = createRoute({
  getParentRoute: () => sellerRoute,
  path: "/codes/vouchers",
  component: guarded(canUse("/$slug/codes"), () => import("../features/codes/VouchersScreen.tsx"), "VouchersScreen"),
  validateSearch: (search: Record<string, unknown>): VoucherSearch =>
    listTextsOf(search, voucherSearchNames, voucherList),
});

const codeRoute = createRoute({
  getParentRoute: () => sellerRoute,
  path: "/codes/$id",
  component: guarded(canUse("/$slug/codes"), () => import("../features/codes/CodeScreen.tsx"), "CodeScreen"),
});

/** The screens of members, gift cards and promo codes. */
export const memberScreenRoutes = [
  giftCardsRoute,
  giftCardImportRoute,
  giftCardRoute,
  membersRoute,
  giftMembershipsRoute,
  renewalsRoute,
  plasticCardsRoute,
  memberImportRoute,
  memberRoute,
  mergeRoute,
  codesRoute,
  vouchersRoute,
  codeImportRoute,
  codeRoute,
] as const;
