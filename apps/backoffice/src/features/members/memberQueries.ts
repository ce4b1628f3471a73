import { queryOptions } from "@tanstack/react-query";
import { quoteLevelChange } from "@foyer/contract/office/members/changeLevel.ts";
import { quoteMemberEnd } from "@foyer/contract/office/members/memberActions.ts";
import { listGiftMemberships, type GiftMembershipState } from "@foyer/contract/office/members/giftMemberships.ts";
import {
  listMemberLevels,
  listMembers,
  memberFilters,
  type MemberListRow,
  type MemberRenewal,
} from "@foyer/contract/office/members/memberList.ts";
import { listRenewalsAtRisk } from "@foyer/contract/office/members/memberRenewals.ts";
import { quoteMemberRenewal } from "@foyer/contract/office/members/renewMember.ts";
import { listMemberImports } from "@foyer/contract/office/members/memberImports.ts";
import {
  listPlasticCards,
  plasticCardFilters,
  type PlasticCardState,
} from "@foyer/contract/office/members/plasticCards.ts";
import { readMember } from "@foyer/contract/office/members/memberPage.ts";
import type { StaffSent } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { callOffice } from "../../shared/call.ts";
import { listPages } from "../../shared/list/listSearch.ts";
import { formatDayOfMoment, formatLastDay } from "../../shared/format/format.ts";
import { queryClient } from "../../shared/queries.ts";

/** The address parameters of the list, so that a copied link shows the same list. */
export const memberSearchNames = ["q", ...Object.keys(memberFilters)] as const;
export type MemberSearch = Readonly<Record<string, string | undefined>>;

export const memberListQuery = (slug: string, search: MemberSearch) =>
  listPages(listMembers, { name: "members", slug, search });

export const memberLevelsQuery = (slug: string) =>
  queryOptions({
    queryKey: ["member-levels", slug],
    queryFn: () => callOffice(listMemberLevels, {}, slug),
    staleTime: 60_000,
  });

export const renewalsAtRiskQuery = (slug: string, search: MemberSearch) =>
  listPages(listRenewalsAtRisk, { name: "renewals-at-risk", slug, search });

export const giftMembershipsQuery = (slug: string, search: MemberSearch) =>
  listPages(listGiftMemberships, { name: "gift-memberships", slug, search });

export const memberImportsQuery = (slug: string) =>
  queryOptions({ queryKey: ["member-imports", slug], queryFn: () => callOffice(listMemberImports, {}, slug) });

export const cardSearchNames = Object.keys(plasticCardFilters);

export const plasticCardsQuery = (slug: string, search: MemberSearch) =>
  listPages(listPlasticCards, {
    name: "plastic-cards",
    slug,
    search: { ...search, list: search["list"] === "sent" ? "sent" : "to_make" },
  });

/** For a level with a physical card. */
export const cardStateNames: Readonly<Record<PlasticCardState, string>> = {
  to_make: "Card to make",
  sent: "Card sent",
  returned: "Card returned",
};

export const memberPageQuery = (slug: string, membership_id: string) =>
  queryOptions({
    queryKey: ["member", slug, membership_id],
    queryFn: () => callOffice(readMember, { membership_id }, slug),
  });

export const endQuoteQuery = (slug: string, version: string, sent: StaffSent<typeof quoteMemberEnd>) =>
  queryOptions({
    queryKey: ["member-end", slug, version, sent],
    queryFn: () => callOffice(quoteMemberEnd, sent, slug),
  });

export const renewalQuoteQuery = (slug: string, version: string, membership_id: string) =>
  queryOptions({
    queryKey: ["member-renewal", slug, version, membership_id],
    queryFn: () => callOffice(quoteMemberRenewal, { membership_id }, slug),
  });

export const levelQuoteQuery = (slug: string, version: string, membership_id: string) =>
  queryOptions({
    queryKey: ["member-level", slug, version, membership_id],
    queryFn: () => callOffice(quoteLevelChange, { membership_id }, slug),
  });

/** Called after a membership was changed. */
export const refreshMembers = async (slug: string): Promise<void> => {
  await Promise.all(
    [
      "members",
      "member",
      "member-email",
      "member-end",
      "member-renewal",
      "member-level",
      "plastic-cards",
      "member-imports",
      "gift-memberships",
      "renewals-at-risk",
    ].map((name) => queryClient.invalidateQueries({ queryKey: [name, slug] })),
  );
};

export const memberStateNames: Readonly<Record<MemberListRow["state"], string>> = {
  active: "In force",
  ended: "Ended",
  cancelled: "Cancelled",
};

/** Codes of the provider are shown unchanged: staff read them to the payer's bank. */
export const renewalReasons: Readonly<Record<string, string>> = {
  taken_back: "the membership was cancelled",
  declined: "the card was declined",
  card_declined: "the card was declined",
  insufficient_funds: "there was not enough money",
  card_expired: "the card has expired",
  expired_card: "the card has expired",
  no_method: "no card is saved",
  disputed: "a payment is disputed",
  level_gone: "the level is no longer sold",
  not_offered: "renewals are no longer offered",
  too_late: "it was not processed in time",
};

export const giftStateNames: Readonly<Record<GiftMembershipState, string>> = {
  active: "Not redeemed",
  in_cart: "Being redeemed",
  redeemed: "Redeemed",
  ended: "Ended",
  cancelled: "Cancelled",
};

export const renewalNames: Readonly<Record<MemberRenewal, string>> = {
  scheduled: "Renews automatically",
  failed: "Renewal failed",
  cancelled: "Renewal cancelled",
  none: "Not agreed to",
};

/** A calendar day: '31 Aug 2027'. */
export const formatCalendarDay = (day: string): string => formatDayOfMoment(`${day}T00:00:00Z`, "UTC");

/** The last day of a term whose end is exclusive. */
export const formatTermEnd = (valid_to: string | null, timezone: string): string =>
  valid_to === null ? "No end" : formatLastDay(valid_to, timezone);
