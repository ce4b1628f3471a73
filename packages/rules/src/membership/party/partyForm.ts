import type { TicketRequest } from "@foyer/contract/shop/cartChange.ts";
import type { TicketGroup, TicketType } from "@foyer/contract/shop/catalog.ts";
import type { MembershipAction } from "@foyer/contract/shop/membershipLevel.ts";
import type { Membership, MembershipRule } from "@foyer/contract/shop/membership.ts";
import {
  attendeeProblems,
  emptyAttendee,
  joinName,
  splitName,
  type Attendee,
  type AttendeeFields,
  type AttendeeProblem,
} from "../../forms/attendees.ts";
import { isMembership } from "../../catalog/handlers.ts";
import { ticketFees, type Coins } from "../../reserve/ticketChoices.ts";
import { holderType, maxPeople, defaultPartyRule, partyFields } from "./partyRule.ts";
import { fromDecimal, type Minor } from "../../values/money.ts";
import { plainText } from "../../values/text/plainText.ts";

/** The purpose of a membership, from the last segment of the page's path; `buy` for any other word. */
export const parseMembershipAction = (action: string | undefined): MembershipAction =>
  action === "renew" || action === "gift" ? action : "buy";

/** A ticket type of a level with its party rule. */
export type PartyTypeOption = { readonly type: TicketType; readonly rule: Omit<MembershipRule, "ticket_group_id"> };
/** A membership level on offer. */
export type LevelOption = {
  readonly group: TicketGroup;
  readonly soldOut: boolean;
  readonly party: readonly PartyTypeOption[];
};

export type LevelOptionsInput = {
  readonly groups: readonly TicketGroup[];
  readonly types: readonly TicketType[];
  readonly rules: readonly MembershipRule[];
  /** Ids of the groups in a link; hidden groups show only if named. */
  readonly tg: readonly string[];
  /** For `gift` only levels that can be given are offered. */
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

/** The preselected level: the only available one. */
export const defaultLevel = (levels: readonly LevelOption[]): string | undefined => {
  const open = levels.filter(({ soldOut }) => !soldOut);
  return open.length === 1 ? open[0]?.group.id : undefined;
};

/** The minimum and maximum number of people of a type. */
export const partyLimits = (rule: Pick<MembershipRule, "min" | "max">): { min: number; max: number } => {
  const max = maxPeople(rule);
  return { min: Math.min(Math.max(0, rule.min), max), max };
};

/** The input for a number of people: none, yes or no, or a list. */
export const countControl = (rule: Pick<MembershipRule, "min" | "max">): "none" | "yes_no" | "select" => {
  const { min, max } = partyLimits(rule);
  if (min === max) return "none";
  return max === 1 ? "yes_no" : "select";
};

/** Number of people by ticket type id. */
export type PartyCounts = Readonly<Record<string, number>>;

/** The number of people of a type, within its rule; the minimum by default. */
export const partyCount = ({ type, rule }: PartyTypeOption, counts: PartyCounts): number => {
  const { min, max } = partyLimits(rule);
  return Math.min(Math.max(counts[type.id] ?? min, min), max);
};

export type LevelOptionPrice = { readonly price: Minor; readonly before: Minor; readonly fees: Minor };

/** The price of a level in minor units: with discounts, `before` without, and the fees on top. */
export const levelOptionPrice = (
  { party }: Pick<LevelOption, "party">,
  counts: PartyCounts,
  coins: Coins,
): LevelOptionPrice =>
  party.reduce(
    (sum, one) => {
      const count = partyCount(one, counts);
      const price = fromDecimal(one.type.discounted_amount, coins.currency) ?? 0;
      return {
        price: sum.price + count * price,
        before: sum.before + count * (fromDecimal(one.type.currency_amount, coins.currency) ?? 0),
        fees: sum.fees + count * ticketFees(one.type, price, coins),
      };
    },
    { price: 0, before: 0, fees: 0 },
  );

/** The party as entered. Names of removed people are kept in case those people are added again. */
export type PartyInput = {
  readonly counts: PartyCounts;
  /** By member key. */
  readonly people: Readonly<Record<string, Attendee>>;
};
export const emptyParty: PartyInput = { counts: {}, people: {} };

/** A person on the membership. */
export type PartyFormMember = {
  readonly key: string;
  readonly ticket_type_id: string;
  readonly type_name: string;
  /** The number among the people of the type, from 1; null if there is only one. */
  readonly number: number | null;
  readonly fields: AttendeeFields;
};

/** The fields for a person by their rule; without a rule, name and e-mail. */
export const memberFields = (rule: Pick<MembershipRule, "named" | "emailed"> | undefined): AttendeeFields =>
  partyFields(rule ?? defaultPartyRule, false);

/** All people on the membership, in order. */
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

/** The type of the membership's owner. */
const holderOption = ({ party }: Pick<LevelOption, "party">): PartyTypeOption | undefined =>
  holderType(party.map((one) => ({ ...one, id: one.type.id })));

/** The missing step before names are checked. A membership needs its owner. */
export const missingPartyStep = (
  level: LevelOption | undefined,
  counts: PartyCounts,
): "level" | "members" | undefined => {
  if (!level || level.soldOut) return "level";
  const holder = holderOption(level);
  return holder && partyCount(holder, counts) > 0 ? undefined : "members";
};

/** A level as a gift: at its lowest price, with the fewest people and no names until it is redeemed. */
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

export const attendeeFor = ({ people }: PartyInput, key: string): Attendee => people[key] ?? emptyAttendee;

/** Validates the entered values, in the order of the form. */
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

/** The entered values as a request: by ticket type, names and addresses in the order of the people. */
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
 * Fills a level's form with the people of the renewed membership: by type, otherwise by role. A single-word name stays as
 * it is, so that the form asks for the rest.
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
    const matching = (own.length > 0 ? own : left.filter(({ party_role }) => party_role === rule.party_role)).slice(
      0,
      max,
    );
    for (const [index, person] of matching.entries()) {
      left.splice(left.indexOf(person), 1);
      people[`${type.id}:${index}`] = attendeeOf(person);
    }
    counts[type.id] = Math.max(min, matching.length);
  }
  return { counts, people };
};

/** A person on a membership, as form input. */
export const attendeeOf = ({
  holder_name,
  holder_email,
}: Pick<Membership, "holder_name" | "holder_email">): Attendee => ({
  ...splitHolderName(holder_name ?? ""),
  email: holder_email ?? "",
});

/** The changed fields to send; undefined if nothing changed. */
export const membershipChanges = (
  held: Pick<Membership, "holder_name" | "holder_email">,
  { first, last, email }: Attendee,
): Pick<Membership, "holder_name" | "holder_email"> | undefined => {
  const edited = { holder_name: joinName(first, last) || null, holder_email: plainText(email) || null };
  return edited.holder_name === held.holder_name && edited.holder_email === held.holder_email ? undefined : edited;
};

const splitHolderName = (name: string): Pick<Attendee, "first" | "last"> =>
  splitName(name) ?? { first: plainText(name), last: "" };

/** Moves the entered people to the form of another level, by role. Input that is already there is kept. */
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
