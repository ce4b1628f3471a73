import type { TicketsWanted } from "@foyer/contract/cart.ts";
import type { TicketGroup, TicketType } from "@foyer/contract/catalog.ts";
import type { MembershipAction } from "@foyer/contract/level.ts";
import type { Membership, MembershipRule } from "@foyer/contract/membership.ts";
import {
  attendeeProblems,
  joinName,
  splitName,
  type Attendee,
  type AttendeeAsk,
  type AttendeeProblem,
} from "./attendees.ts";
import { ticketFees } from "./choosing.ts";
import { holderType, mostOf, ownRule, partyAsk } from "./membershipLevel.ts";
import { fromWire, type Minor } from "./money.ts";
import { plainText } from "./plainText.ts";

/** What a membership is bought for; the last part of its page's path says it, and any other word means buying. */
export const memberAction = (action: string | undefined): MembershipAction =>
  action === "renew" || action === "gift" ? action : "buy";

/** Who may stand on a level: a ticket type with its rule. */
export type PartyType = { readonly type: TicketType; readonly rule: Omit<MembershipRule, "ticket_group_id"> };
/** A level of membership, as it is on offer. */
export type Level = {
  readonly group: TicketGroup;
  readonly soldOut: boolean;
  readonly party: readonly PartyType[];
};

export type LevelsOffered = {
  readonly groups: readonly TicketGroup[];
  readonly types: readonly TicketType[];
  readonly rules: readonly MembershipRule[];
  /** Groups that a link is limited to; one for links alone shows in no other way. */
  readonly tg: readonly string[];
  /** Only levels that can be given are given. */
  readonly action: MembershipAction;
};

/** The levels on offer, in the seller's order. */
export const levelsOf = ({ groups, types, rules, tg, action }: LevelsOffered): readonly Level[] =>
  groups
    .filter(({ handler, available, sold_out }) => handler === "membership" && (available || sold_out))
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
            ...ownRule,
            ticket_type_id: type.id,
          },
        })),
      };
    });

/** What is chosen before anybody chooses: a level that is the only one to be had. */
export const usualLevel = (levels: readonly Level[]): string | undefined => {
  const open = levels.filter(({ soldOut }) => !soldOut);
  return open.length === 1 ? open[0]?.group.id : undefined;
};

/** How few and how many of a type there may be. */
export const partyLimits = (rule: Pick<MembershipRule, "min" | "max">): { min: number; max: number } => {
  const max = mostOf(rule);
  return { min: Math.min(Math.max(0, rule.min), max), max };
};

/** How a number of people is asked for: not at all, by yes or no, or out of a list (requirements ATTEND-04). */
export const countAsk = (rule: Pick<MembershipRule, "min" | "max">): "none" | "yes_no" | "select" => {
  const { min, max } = partyLimits(rule);
  if (min === max) return "none";
  return max === 1 ? "yes_no" : "select";
};

/** By ticket type id: how many of it. */
export type PartyCounts = Readonly<Record<string, number>>;

/** As many of each type as are wanted, within its rule; where nothing is said, the least. */
export const countOf = ({ type, rule }: PartyType, counts: PartyCounts): number => {
  const { min, max } = partyLimits(rule);
  return Math.min(Math.max(counts[type.id] ?? min, min), max);
};

export type LevelPrice = { readonly price: Minor; readonly before: Minor; readonly fees: Minor };

/** What a level costs with so many people on it, before and after discounts; the fees come on top. */
export const levelPrice = ({ party }: Pick<Level, "party">, counts: PartyCounts, currency: string): LevelPrice =>
  party.reduce(
    (sum, one) => {
      const count = countOf(one, counts);
      const price = fromWire(one.type.discounted_amount, currency) ?? 0;
      return {
        price: sum.price + count * price,
        before: sum.before + count * (fromWire(one.type.currency_amount, currency) ?? 0),
        fees: sum.fees + count * ticketFees(one.type, price, currency),
      };
    },
    { price: 0, before: 0, fees: 0 },
  );

/** As typed. Who is not on it any more keeps their name, in case they are again. */
export type PartyTyped = {
  readonly counts: PartyCounts;
  /** By the key of a member. */
  readonly people: Readonly<Record<string, Attendee>>;
};
export const nobodyTyped: PartyTyped = { counts: {}, people: {} };

/** Somebody who stands on the membership. */
export type PartyMember = {
  readonly key: string;
  readonly ticket_type_id: string;
  readonly type_name: string;
  /** From 1, among those of the type; null where there is one only. */
  readonly number: number | null;
  readonly ask: AttendeeAsk;
};

/** What is asked of whoever stands on a membership by a rule; without one, a name and an address. */
export const memberAsk = (rule: Pick<MembershipRule, "named" | "emailed"> | undefined): AttendeeAsk =>
  partyAsk(rule ?? ownRule, false);

/** Everybody on the membership, in order. */
export const partyMembers = ({ party }: Pick<Level, "party">, counts: PartyCounts): readonly PartyMember[] =>
  party.flatMap((one) => {
    const count = countOf(one, counts);
    return Array.from({ length: count }, (_, place) => ({
      key: `${one.type.id}:${place}`,
      ticket_type_id: one.type.id,
      type_name: one.type.name,
      number: count > 1 ? place + 1 : null,
      ask: memberAsk(one.rule),
    }));
  });

export const isAskedAbout = ({ ask }: Pick<PartyMember, "ask">): boolean =>
  ask.names !== "hidden" || ask.emails !== "hidden";

/** The type of the person whose membership it is. */
const holderOf = ({ party }: Pick<Level, "party">): PartyType | undefined =>
  holderType(party.map((one) => ({ ...one, id: one.type.id })));

/** What the choice still lacks before names are looked at. Whose membership it is stands on it. */
export const partyMissing = (level: Level | undefined, counts: PartyCounts): "level" | "members" | undefined => {
  if (!level || level.soldOut) return "level";
  const holder = holderOf(level);
  return holder && countOf(holder, counts) > 0 ? undefined : "members";
};

/** A level as a present: at its price, with the fewest people, and nobody is named before it is redeemed. */
export const asPresent = (level: Level): Level => {
  const holder = holderOf(level);
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

const anonymous: Attendee = { first: "", last: "", email: "" };
export const personOf = ({ people }: PartyTyped, key: string): Attendee => people[key] ?? anonymous;

/** What is wrong with what is typed, in the order of the form. A name is two words (requirements ATTEND-05). */
export const partyProblems = (
  members: readonly Pick<PartyMember, "key" | "ask">[],
  typed: PartyTyped,
): readonly PartyProblem[] =>
  members.flatMap(({ key, ask }) =>
    attendeeProblems(ask, personOf(typed, key)).map(({ field, message }) => ({
      key,
      field,
      message: message === "required" ? "empty" : message,
    })),
  );

/** What is typed, as it is sent: by ticket type, names and addresses in the order of the people. */
export const partyRequest = (level: Level, typed: PartyTyped): TicketsWanted["ticket_types_required"] =>
  level.party.flatMap((one) => {
    const members = partyMembers({ party: [one] }, typed.counts);
    const [first] = members;
    if (!first) return [];
    const people = members.map(({ key }) => personOf(typed, key));
    return [
      {
        ticket_type_id: one.type.id,
        quantity: members.length,
        ...(first.ask.names === "hidden"
          ? {}
          : { admit_names: people.map(({ first, last }) => joinName(first, last)) }),
        ...(first.ask.emails === "hidden" ? {} : { admit_emails: people.map(({ email }) => plainText(email)) }),
      },
    ];
  });

type Renewed = Pick<Membership, "ticket_type_id" | "party_role" | "holder_name" | "holder_email">;

/**
 * Who stands on the membership that is renewed, put into a level's form: of the same type first, else of the same role.
 * A name of one word stays what it is, so that the form asks for the other.
 */
export const renewedParty = ({ party }: Pick<Level, "party">, renewed: readonly Renewed[]): PartyTyped => {
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
    for (const [place, person] of fitting.entries()) {
      left.splice(left.indexOf(person), 1);
      people[`${type.id}:${place}`] = heldPerson(person);
    }
    counts[type.id] = Math.max(min, fitting.length);
  }
  return { counts, people };
};

/** Somebody on a membership, as they are put into a form. */
export const heldPerson = ({
  holder_name,
  holder_email,
}: Pick<Membership, "holder_name" | "holder_email">): Attendee => ({
  ...nameOf(holder_name ?? ""),
  email: holder_email ?? "",
});

/** What has changed of them, as it is sent; undefined where nothing has. */
export const editedMember = (
  held: Pick<Membership, "holder_name" | "holder_email">,
  { first, last, email }: Attendee,
): Pick<Membership, "holder_name" | "holder_email"> | undefined => {
  const edited = { holder_name: joinName(first, last) || null, holder_email: plainText(email) || null };
  return edited.holder_name === held.holder_name && edited.holder_email === held.holder_email ? undefined : edited;
};

const nameOf = (name: string): Pick<Attendee, "first" | "last"> =>
  splitName(name) ?? { first: plainText(name), last: "" };

/** What is typed for one level, put into the form of another: the same people by their roles. What is typed there stays. */
export const movedParty = (from: Level | undefined, to: Level, typed: PartyTyped): PartyTyped => {
  const roleOf = (id: string) => from?.party.find(({ type }) => type.id === id)?.rule.party_role ?? "";
  const people = (from ? partyMembers(from, typed.counts) : []).map(({ key, ticket_type_id }) => {
    const { first, last, email } = personOf(typed, key);
    const party_role = roleOf(ticket_type_id);
    return { ticket_type_id, party_role, holder_name: joinName(first, last), holder_email: email };
  });
  const moved = renewedParty(
    to,
    people.filter(({ holder_name, holder_email }) => holder_name + holder_email !== ""),
  );
  return { counts: { ...moved.counts, ...typed.counts }, people: { ...moved.people, ...typed.people } };
};
