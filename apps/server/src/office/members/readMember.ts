import {
  maxMemberRows,
  type MemberPage,
  type TermOfMember,
  type readMember,
} from "@foyer/contract/office/members/memberPage.ts";
import type { OrderListRow } from "@foyer/contract/office/orders/orders.ts";
import type { StaffReceived } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { defaultPartyRule } from "@foyer/rules/membership/party/partyRule.ts";
import { lastValidDay } from "@foyer/rules/membership/term.ts";
import { distinctIds } from "@foyer/rules/values/distinctIds.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { emailWord } from "../../modules/giftcards/batches/makeCards.ts";
import { membershipNotFound } from "../../modules/membership/cards/updateCardHolder.ts";
import { readRenewalState, type RenewalStatus } from "../../modules/renewals/readRenewalState.ts";
import { presentOrderRow } from "../desk/list/listOrders.ts";
import { readOrderSummaries } from "../desk/list/orderList.sql.ts";
import { notesOfOrders } from "../desk/person/person.sql.ts";
import { findContact } from "./contact/contact.sql.ts";
import { findCardPerson, memberVersion, termsOfPerson, type PersonRow, type TermRow } from "./memberPerson.sql.ts";
import {
  consentsOf,
  emailsOfPerson,
  giftCardsOfPerson,
  ordersOfPerson,
  partiesOfOrders,
  usesOfTerms,
  visitsOf,
  type PartyOfOrderRow,
  type PersonOrderRow,
  type UseRow,
} from "./memberRecords.sql.ts";
import { historyOfTerms } from "./history/memberHistory.sql.ts";
import { presentRenewal } from "./presentRenewal.ts";

const limit = maxMemberRows;

/** The person on a card. Orders and gift cards are left out if the reader cannot read them. */
export const readMemberPage = async (
  ctx: StaffContext,
  { membership_id }: StaffReceived<typeof readMember>,
): Promise<MemberPage> => {
  const { db, seller, staff } = ctx;
  const person = await findCardPerson(db, seller.id, membership_id);
  if (!person) throw membershipNotFound();
  // Read first, so that nothing shown is older than the version.
  const version = await memberVersion(db, seller.id, person);
  const contact = person.identity_id === null ? undefined : await findContact(db, seller.id, person.identity_id);
  const terms = await termsOfPerson(db, seller.id, person, limit);
  const ids = terms.map(({ id }) => id);
  const ofTerms = distinctIds(terms.map(({ ticket_order_id }) => ticket_order_id));
  const { identity_id } = person;
  const orders = await ordersOfPerson(db, seller.id, { identity_id, order_ids: ofTerms, limit });
  const order_ids = orders.map(({ id }) => id);
  const address = person.holder_email ?? person.email;
  const email_word = address === null ? null : emailWord(address);
  const [parties, uses, summaries, visits, giftCards, emails, notes, consents, history, renewals] = await Promise.all([
    partiesOfOrders(db, seller.id, ofTerms),
    usesOfTerms(db, seller.id, ids),
    staff.can("order.read") ? summariesOf(ctx, orders) : [],
    visitsOf(db, seller.id, { ids, order_ids, limit }),
    staff.can("gift_card.read") ? giftCardsOfPerson(db, seller.id, { order_ids, email_word, limit }) : null,
    emailsOfPerson(db, seller.id, { ids, order_ids, limit }),
    staff.can("order.note") ? notesOfOrders(db, seller.id, order_ids, limit) : [],
    consentsOf(db, seller.id, { ids, order_ids, limit }),
    historyOfTerms(db, seller.id, ids, limit),
    renewalsOf(ctx, terms),
  ]);
  return {
    ...presentPerson(person),
    contact: contact ?? null,
    version,
    timezone: seller.timezone,
    terms: terms.map((term) => presentTerm(term, { parties, uses, renewal: renewals.get(term.id) })),
    orders: summaries,
    visits,
    gift_cards: giftCards && giftCards.map((card) => ({ ...card, balance: toDecimal(card.balance, card.currency) })),
    emails,
    notes,
    consents,
    history,
  };
};

const summariesOf = async (ctx: StaffContext, orders: readonly PersonOrderRow[]): Promise<OrderListRow[]> =>
  (
    await readOrderSummaries(
      ctx,
      orders.map(({ order_number }) => order_number),
    )
  ).map(presentOrderRow);

/** There are only a few terms with a renewal: one per year. */
const renewalsOf = async (
  ctx: StaffContext,
  terms: readonly TermRow[],
): Promise<ReadonlyMap<string, RenewalStatus>> => {
  const found = await Promise.all(
    terms.filter(({ has_renewal }) => has_renewal).map(({ id }) => readRenewalState(ctx, id)),
  );
  return new Map(found.flatMap((one) => (one ? [[one.row.membership_id, one] as const] : [])));
};

const presentPerson = ({
  id,
  holder_name,
  holder_email,
  first_name,
  last_name,
  email,
  phone,
  is_user,
  address,
}: PersonRow): Pick<MemberPage, "id" | "name" | "email" | "phone" | "address" | "has_account"> => ({
  id,
  name: holder_name ?? [first_name, last_name].filter(Boolean).join(" "),
  email: holder_email ?? email,
  phone,
  address: (address ?? []).flatMap((line) => (line === null || line.trim() === "" ? [] : [line])),
  has_account: is_user === true,
});

type TermParts = {
  readonly parties: readonly PartyOfOrderRow[];
  readonly uses: readonly UseRow[];
  readonly renewal: RenewalStatus | undefined;
};

const presentTerm = (term: TermRow, { parties, uses, renewal }: TermParts): TermOfMember => ({
  id: term.id,
  level_id: term.ticket_group_id,
  level: term.level,
  type: term.type,
  member_number: term.member_number,
  valid_from: term.valid_from,
  valid_to: term.valid_to,
  last_day: lastValidDay(term, term.timezone),
  state: term.state,
  is_renewed: term.is_renewed,
  is_given: term.is_given,
  plastic_card: term.physical_card ? term.card : null,
  asks: { name: term.named ?? defaultPartyRule.named, email: term.emailed ?? defaultPartyRule.emailed },
  order_number: term.order_number,
  party: parties
    .filter((one) => one.ticket_order_id === term.ticket_order_id && one.ticket_group_id === term.ticket_group_id)
    .map(({ id, name, email, type, member_number, state }) => ({ id, name, email, type, member_number, state })),
  renewal: renewal ? presentRenewal(renewal) : null,
  benefits: Object.entries(term.benefits).map(([type, tickets]) => ({ type, tickets })),
  purchase_limit: term.purchase_limit < 0 ? null : term.purchase_limit,
  used: uses
    .filter(({ membership_id }) => membership_id === term.id)
    .map(({ event, tickets, last_day }) => ({ event, tickets, last_day })),
});
