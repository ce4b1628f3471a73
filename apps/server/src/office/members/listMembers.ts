import {
  memberPageSize,
  type LevelOfMembers,
  type listMemberLevels,
  type listMembers,
  type MemberListRow,
} from "@foyer/contract/office/members/memberList.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import type { StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { sellerAmountStep } from "@foyer/rules/checkout/amountSteps.ts";
import { parseSort } from "@foyer/rules/lists/listView.ts";
import { defaultPartyRule, holderType, maxPeople, type PartyRule } from "@foyer/rules/membership/party/partyRule.ts";
import { readSearchTerms, type SearchTerms } from "@foyer/rules/orders/searchTerms.ts";
import { zipSpellings } from "@foyer/rules/values/normalizeNames.ts";
import { ticketPrice } from "@foyer/rules/pricing/prices.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import { Refused } from "../../errors/refused.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { findOrderNumbers } from "../desk/list/orderList.sql.ts";
import { findMemberAccounts } from "./accounts/accounts.sql.ts";
import { soughtAccounts } from "./accounts/soughtAccounts.ts";
import {
  levelTypesOfSeller,
  memberCursor,
  selectMembers,
  type LevelTypeRow,
  type ListedMemberRow,
  type SoughtMembers,
  type WantedMembers,
} from "./memberList.sql.ts";

/** The maximum number of memberships' orders found by words whose cards are looked up, the newest. */
const mostOrders = 200;

/** Finds members of a seller, latest end of term first unless a sort is given. */
export const findMembers = async (
  ctx: StaffContext,
  { after, ...sent }: StaffReceived<typeof listMembers>,
): Promise<StaffReply<typeof listMembers>> => {
  const wanted = await wantedMembers(ctx, sent);
  if (!wanted) return { members: [], next: null, too_short: true, exact: null };
  const rows = await selectMembers(ctx, {
    ...wanted,
    after,
    limit: memberPageSize + 1,
  });
  const members = rows.slice(0, memberPageSize);
  const last = members.at(-1);
  const [meant] = members.filter(({ is_exact }) => is_exact);
  return {
    members: members.map(presentMember),
    next: rows.length > memberPageSize && last ? memberCursor(wanted.sort, last) : null,
    too_short: false,
    exact: meant?.id ?? null,
  };
};

/** The members that a search and filters select. Undefined if the search is a single letter, which would match too many. */
export const wantedMembers = async (
  ctx: StaffContext,
  { q, sort: text, ...filter }: Omit<StaffReceived<typeof listMembers>, "after">,
): Promise<Pick<WantedMembers, "filter" | "terms" | "sort"> | undefined> => {
  const { ends_from, ends_to } = filter;
  if (ends_from !== undefined && ends_to !== undefined && ends_from > ends_to)
    throw new Refused({ code: "bad_field_value", context: "membership", extra: { fields: ["ends_from", "ends_to"] } });
  const search = q === undefined ? undefined : readSearchTerms(q);
  if (search?.isTooShort === true) return undefined;
  return { filter, terms: search && (await memberTerms(ctx, search, q ?? "")), sort: text && parseSort(text) };
};

const memberTerms = async (ctx: StaffContext, search: SearchTerms, q: string): Promise<SoughtMembers> => {
  const { names, email, phone, order_number, exact } = search;
  const words = { names, ...(email !== undefined && { email }), ...(phone !== undefined && { phone }) };
  const hasWords = names.length > 0 || email !== undefined || phone !== undefined;
  const named = hasWords
    ? await findOrderNumbers(ctx, {
        filter: { has: "memberships" },
        found: { words, numbers: [] },
        after: undefined,
        limit: mostOrders,
      })
    : [];
  return {
    number: exact?.printed,
    order_numbers: [...new Set([...(order_number === undefined ? [] : [order_number]), ...named])],
    zip_codes: zipSpellings(q),
    account_ids: hasWords ? await findMemberAccounts(ctx.db, ctx.seller.id, soughtAccounts(q, ctx.seller)) : [],
  };
};

const nameOf = (...parts: readonly (string | null)[]): string => parts.filter(Boolean).join(" ");

export const presentMember = (row: ListedMemberRow): MemberListRow => {
  const { id, member_number, level, type, state, valid_from, valid_to, renewal, order_number } = row;
  return {
    id,
    member_number,
    name: nameOf(row.holder_name) || nameOf(row.first_name, row.last_name),
    email: row.holder_email ?? row.email,
    level,
    type,
    state,
    valid_from,
    valid_to,
    renewal,
    order_number,
  };
};

export const listLevels = async (ctx: StaffContext): Promise<StaffReply<typeof listMemberLevels>> => ({
  levels: levelsOf(await levelTypesOfSeller(ctx), ctx.seller),
});

const levelsOf = (rows: readonly LevelTypeRow[], seller: Seller): LevelOfMembers[] =>
  [...Map.groupBy(rows, ({ level }) => level)].flatMap(([id, types]) => {
    const [first] = types;
    if (!first) return [];
    const ruled = types.map((type) => ({ ...type, rule: partyRuleOf(type) }));
    const holder = holderType(ruled);
    const { level_name, is_sold } = first;
    return [
      {
        id,
        name: level_name,
        is_sold,
        types: ruled.map((type) => {
          const { min, named, emailed } = type.rule;
          const currency = seller.default_currency_code;
          const price = toDecimal(priceOfPlace(seller, type), currency);
          const is_holder = type === holder;
          // The holder is required, whatever the rule says.
          const least = is_holder ? Math.max(1, min) : min;
          const people = { min: least, max: maxPeople(type.rule), named, emailed, is_holder };
          return { id: type.id, name: type.name, ...people, price, currency };
        }),
      },
    ];
  });

/** The rule of a type, as the checkout applies it. */
export const partyRuleOf = ({ party_role, named, emailed, min, max }: LevelTypeRow): PartyRule =>
  party_role === null || named === null || emailed === null || min === null || max === null
    ? defaultPartyRule
    : { party_role, named, emailed, min, max };

/** The price of a place, including fees, in minor units. */
export const priceOfPlace = (seller: Seller, type: LevelTypeRow): number => {
  const { price, fees } = ticketPrice(type, null, sellerAmountStep(seller));
  return price + fees;
};
