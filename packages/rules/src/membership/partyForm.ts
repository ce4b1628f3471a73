import type { TicketRequest } from "@foyer/contract/shop/cart.ts";
import type { TicketGroup, TicketType } from "@foyer/contract/shop/catalog.ts";
import type { MembershipAction } from "@foyer/contract/shop/membershipLevel.ts";
import type { Membership, MembershipRule } from "@foyer/contract/shop/membership.ts";
import {
  attendeeProblems,
  joinName,
  splitName,
  type Attendee,
  type AttendeeFields,
  type AttendeeProblem,
} from "../forms/attendees.ts";
import { isMembership } from "../catalog/handlers.ts";
import { ticketFees } from "../reserve/ticketChoices.ts";
import { holderType, maxPeople, defaultPartyRule, partyFields } from "./partyRule.ts";
import { fromDecimal, type Minor } from "../values/money.ts";
import { plainText } from "../values/plainText.ts";

/** What a membership is bought for; the last part of its page's path says it, and any other word means buying. */
export const parseMembershipAction = (action: string | undefined): MembershipAction =>
  action === "renew" || action === "gift" ? action : "buy";

/** Who may stand on a level: a ticket type with its rule. */
export type PartyTypeOption = { readonly type: TicketType; readonly rule: Omit<MembershipRule, "ticket_group_id"> };
/** A level of membership, as it is on offer. */
export type LevelOption = {
  readonly group: TicketGroup;
  readonly soldOut: boolean;
  readonly party: readonly PartyTypeOption[];
};

export type LevelOptionsInput = {
  readonly groups: readonly TicketGroup[];
  readonly types: readonly TicketType[];
  readonly rules: readonly MembershipRule[];
  /** Groups that a link is limited to; one for links alone shows in no other way. */
  readonly tg: readonly string[];
  /** Only levels that can be given are given. */
  readonly action: MembershipAction;
};

/** The levels on offer, in the seller's order. */
export const levelOptions = ({ groups, types, rules, tg, action }: LevelOptionsInput): readonly LevelOption[] =>
  groups
    .filter((group) => isMembership(group) && (group.available || group.sold_out))
    .filter(({ id, hidden_type }) => (tg.length > 0 ? tg.includes(id) : hidden_type !== "public_link_only"))
    .filter(({ level }) => action !== "gift" || level?.gift === true)
    .toSorted((one, other) => one._rank - other._rank)
    .map((group) => {
      const own = types
        .filter((type) => type.ticket_group_id === group.id && type.available)
        .toSorted((one, other) => one._rank - other._rank);
      return {
        group,
        soldOut: group.sold_out || group.left === 0 || own.length === 0,
        party: own.map((type) => ({
          type,
          rule: rules.find(({ ticket_type_id }) => ticket_type_id === type.id) ?? {
            ...defaultPartyRule,
            ticket_type_id: type.id,
          },
        })),
      };
    });

/** What is chosen before anybody chooses: a level that is the only one to be had. */
export const defaultLevel = (levels: readonly LevelOption[]): string | undefined => {
  const open = levels.filter(({ soldOut }) => !soldOut);
  return open.length === 1 ? open[0]?.group.id : undefined;
};

/** How few and how many of a type there may be. */
export const partyLimits = (rule: Pick<MembershipRule, "min" | "max">): { min: number; max: number } => {
  const max = maxPeople(rule);
  return { min: Math.min(Math.max(0, rule.min), max), max };
};

/** How a number of people is asked for: not at all, by yes or no, or out of a list (requirements ATTEND-04). */
export const countControl = (rule: Pick<MembershipRule, "min" | "max">): "none" | "yes_no" | "select" => {
  const { min, max } = partyLimits(rule);
  if (min === max) return "none";
  return max === 1 ? "yes_no" : "select";
};

/** By ticket type id: how many of it. */
export type PartyCounts = Readonly<Record<string, number>>;

/** As many of each type as are wanted, within its rule; where nothing is said, the least. */
export const partyCount = ({ type, rule }: PartyTypeOption, counts: PartyCounts): number => {
  const { min, max } = partyLimits(rule);
  return Math.min(Math.max(counts[type.id] ?? min, min), max);
};

export type LevelOptionPrice = { readonly price: Minor; readonly before: Minor; readonly fees: Minor };

/** What a level costs with so many people on it, before and after discounts; the fees come on top. */
export const levelOptionPrice = (
  { party }: Pick<LevelOption, "party">,
  counts: PartyCounts,
  currency: string,
): LevelOptionPrice =>
  party.reduce(
    (sum, one) => {
      const count = partyCount(one, counts);
      const price = fromDecimal(one.type.discounted_amount, currency) ?? 0;
      return {
        price: sum.price + count * price,
        before: sum.before + count * (fromDecimal(one.type.currency_amount, currency) ?? 0),
        fees: sum.fees + count * ticketFees(one.type, price, currency),
      };
    },
    { price: 0, before: 0, fees: 0 },
  );

/** As typed. Who is not on it any more keeps their name, in case they are again. */
export type PartyInput = {
  readonly counts: PartyCounts;
  /** By the key of a member. */
  readonly people: Readonly<Record<string, Attendee>>;
};
export const emptyParty: PartyInput = { counts: {}, people: {} };

/** Somebody who stands on the membership. */
export type PartyFormMember = {
  readonly key: string;
  readonly ticket_type_id: string;
  readonly type_name: string;
  /** From 1, among those of the type; null where there is one only. */
  readonly number: number | null;
  readonly fields: AttendeeFields;
};

/** What is asked of whoever stands on a membership by a rule; without one, a name and an address. */
export const memberFields = (rule: Pick<MembershipRule, "named" | "emailed"> | undefined): AttendeeFields =>
  partyFields(rule ?? defaultPartyRule, false);

/** Everybody on the membership, in order. */
export const partyMembers = ({ party }: Pick<LevelOption, "party">, counts: PartyCounts): readonly PartyFormMember[] =>
  party.flatMap((one) => {
    const count = partyCount(one, counts);
    return Array.from({ length: count }, (_, index) => ({
      key: `${one.type.id}:${index}`,
      ticket_type_id: one.type.id,
      type_name: one.type.name,
      number: count > 1 ? index + 1 : null,
      fields: memberFields(one.rule),
    }));
  });

export const hasAttendeeFields = ({ fields }: Pick<PartyFormMember, "fields">): boolean =>
  fields.names !== "hidden" || fields.emails !== "hidden";

/** The type of the person whose membership it is. */
const holderOption = ({ party }: Pick<LevelOption, "party">): PartyTypeOption | undefined =>
  holderType(party.map((one) => ({ ...one, id: one.type.id })));

/** What the choice still lacks before names are looked at. Whose membership it is stands on it. */
export const missingPartyStep = (
  level: LevelOption | undefined,
  counts: PartyCounts,
): "level" | "members" | undefined => {
  if (!level || level.soldOut) return "level";
  const holder = holderOption(level);
  return holder && partyCount(holder, counts) > 0 ? undefined : "members";
};

/** A level as a present: at its price, with the fewest people, and nobody is named before it is redeemed. */
export const asGift = (level: LevelOption): LevelOption => {
  const holder = holderOption(level);
  return {
    ...level,
    party: level.party.map((one) => {
      const count = Math.max(one.rule.min, one.type.id === holder?.type.id ? 1 : 0);
      return { ...one, rule: { ...one.rule, named: "no", emailed: "no", min: count, max: count } };
    }),
  };
};

export type PartyProblem = {
  readonly key: string;
  readonly field: keyof Attendee;
  readonly message: "empty" | Exclude<AttendeeProblem["message"], "required">;
};

const emptyAttendee: Attendee = { first: "", last: "", email: "" };
export const attendeeFor = ({ people }: PartyInput, key: string): Attendee => people[key] ?? emptyAttendee;

/** What is wrong with what is typed, in the order of the form. A name is two words (requirements ATTEND-05). */
export const partyProblems = (
  members: readonly Pick<PartyFormMember, "key" | "fields">[],
  typed: PartyInput,
): readonly PartyProblem[] =>
  members.flatMap(({ key, fields }) =>
    attendeeProblems(fields, attendeeFor(typed, key)).map(({ field, message }) => ({
      key,
      field,
      message: message === "required" ? "empty" : message,
    })),
  );

/** What is typed, as it is sent: by ticket type, names and addresses in the order of the people. */
export const partyRequest = (level: LevelOption, typed: PartyInput): TicketRequest["ticket_types_required"] =>
  level.party.flatMap((one) => {
    const members = partyMembers({ party: [one] }, typed.counts);
    const [first] = members;
    if (!first) return [];
    const people = members.map(({ key }) => attendeeFor(typed, key));
    return [
      {
        ticket_type_id: one.type.id,
        quantity: members.length,
        ...(first.fields.names === "hidden"
          ? {}
          : { admit_names: people.map(({ first, last }) => joinName(first, last)) }),
        ...(first.fields.emails === "hidden" ? {} : { admit_emails: people.map(({ email }) => plainText(email)) }),
      },
    ];
  });

type RenewedMember = Pick<Membership, "ticket_type_id" | "party_role" | "holder_name" | "holder_email">;

/**
 * Who stands on the membership that is renewed, put into a level's form: of the same type first, else of the same role.
 * A name of one word stays what it is, so that the form asks for the other.
 */
export const partyForRenewal = (
  { party }: Pick<LevelOption, "party">,
  renewed: readonly RenewedMember[],
): PartyInput => {
  const left = [...renewed];
  const counts: Record<string, number> = {};
  const people: Record<string, Attendee> = {};
  for (const { type, rule } of party) {
    const { min, max } = partyLimits(rule);
    const own = left.filter(({ ticket_type_id }) => ticket_type_id === type.id);
    const fitting = (own.length > 0 ? own : left.filter(({ party_role }) => party_role === rule.party_role)).slice(
      0,
      max,
    );
    for (const [index, person] of fitting.entries()) {
      left.splice(left.indexOf(person), 1);
      people[`${type.id}:${index}`] = attendeeOf(person);
    }
    counts[type.id] = Math.max(min, fitting.length);
  }
  return { counts, people };
};

/** Somebody on a membership, as they are put into a form. */
export const attendeeOf = ({
  holder_name,
  holder_email,
}: Pick<Membership, "holder_name" | "holder_email">): Attendee => ({
  ...splitHolderName(holder_name ?? ""),
  email: holder_email ?? "",
});

/** What has changed of them, as it is sent; undefined where nothing has. */
export const membershipChanges = (
  held: Pick<Membership, "holder_name" | "holder_email">,
  { first, last, email }: Attendee,
): Pick<Membership, "holder_name" | "holder_email"> | undefined => {
  const edited = { holder_name: joinName(first, last) || null, holder_email: plainText(email) || null };
  return edited.holder_name === held.holder_name && edited.holder_email === held.holder_email ? undefined : edited;
};

const splitHolderName = (name: string): Pick<Attendee, "first" | "last"> =>
  splitName(name) ?? { first: plainText(name), last: "" };

/** What is typed for one level, put into the form of another: the same people by their roles. What is typed there stays. */
export const moveParty = (from: LevelOption | undefined, to: LevelOption, typed: PartyInput): PartyInput => {
  const roleOf = (id: string) => from?.party.find(({ type }) => type.id === id)?.rule.party_role ?? "";
  const people = (from ? partyMembers(from, typed.counts) : []).map(({ key, ticket_type_id }) => {
    const { first, last, email } = attendeeFor(typed, key);
    const party_role = roleOf(ticket_type_id);
    return { ticket_type_id, party_role, holder_name: joinName(first, last), holder_email: email };
  });
  const moved = partyForRenewal(
    to,
    people.filter(({ holder_name, holder_email }) => holder_name + holder_email !== ""),
  );
  return { counts: { ...moved.counts, ...typed.counts }, people: { ...moved.people, ...typed.people } };
};
