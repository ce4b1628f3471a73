import type { Database } from "../db/connect.ts";
import { otherCurrency, tooSmall } from "./brokenPromises.ts";
import { compare, nothing, type Changes } from "./compare.ts";
import { compareShelves, nobody } from "./compareShelves.ts";
import { groupsOfRezoned, lockMoved, otherHall } from "./planSeats.ts";
import type { Prepared } from "./prepare.ts";
import type { Problem } from "./problems.ts";
import { readShelf } from "./readShelf.ts";
import type {
  CodeGroupRow,
  CodeRow,
  DiscountRow,
  EventRow,
  GroupRow,
  ImageRow,
  LoggedPrice,
  MemberRuleRow,
  MessageRow,
  PriceRow,
  ProgramRow,
  RoleRow,
  RuleRow,
  SeatMapRow,
  SeatRow,
  SellerRow,
  SessionRow,
  TypeRow,
  VenueRow,
} from "./rows.ts";
import { wantedShelf } from "./wantedShelf.ts";
import { whatIsSold } from "./whatIsSold.ts";

/** Everything that an import will do to one seller. */
export type Plan = {
  readonly prepared: Prepared;
  readonly seller: { readonly row: SellerRow; readonly is: "added" | "changed" | "same" };
  readonly images: Changes<ImageRow>;
  readonly venues: Changes<VenueRow>;
  readonly seatMaps: Changes<SeatMapRow>;
  readonly seats: Changes<SeatRow>;
  readonly events: Changes<EventRow>;
  readonly groups: Changes<GroupRow>;
  /** Groups whose limits per order, capacity or zones are other than before. */
  readonly limitsChanged: readonly string[];
  readonly types: Changes<TypeRow>;
  readonly sessions: Changes<SessionRow>;
  readonly prices: Changes<PriceRow>;
  readonly messages: Changes<MessageRow>;
  readonly memberRules: Changes<MemberRuleRow>;
  readonly programs: Changes<ProgramRow>;
  readonly roles: Changes<RoleRow>;
  readonly codeGroups: Changes<CodeGroupRow>;
  readonly codes: Changes<CodeRow>;
  readonly discounts: Changes<DiscountRow>;
  readonly rules: Changes<RuleRow>;
  readonly log: readonly LoggedPrice[];
  /** Why it cannot be done. */
  readonly problems: readonly Problem[];
  /** Names of events, groups and types by id, for the report. */
  readonly names: ReadonlyMap<string, string>;
};

type Options = { readonly now: Temporal.Instant; readonly lock: boolean };

/** Compares a catalogue with the database. With `lock`, what will leave or shrink cannot be sold meanwhile. */
export const plan = async (db: Database, prepared: Prepared, { now, lock }: Options): Promise<Plan> => {
  const standing = await readShelf(db, prepared.seller.slug);
  const wanted = wantedShelf(prepared, standing);
  if (standing && lock) await lockMoved(db, standing, wanted);
  const draft = standing && compareShelves(standing, wanted, { now, sold: new Set() });
  const sold = standing && draft ? await whatIsSold(db, standing.seller.id, draft, lock) : undefined;
  const changes = compareShelves(standing ?? nobody, wanted, { now, sold: sold?.ids ?? new Set() });

  const limits = (group: GroupRow) =>
    [
      group.min_tickets_per_order,
      group.max_tickets_per_order,
      group.capacity,
      group.oversell_capacity,
      ...group.seat_zones,
    ].join();
  const before = new Map(standing?.groups.map((group) => [group.id, limits(group)]));
  const rezoned = groupsOfRezoned(standing, wanted, changes.seats.changed);
  const seller = compare(standing ? [standing.seller] : [], [wanted.seller], { keyOf: () => "" });
  return {
    prepared,
    seller: {
      row: wanted.seller,
      is: seller.added.length > 0 ? "added" : seller.changed.length > 0 ? "changed" : "same",
    },
    ...changes,
    limitsChanged: [
      ...changes.groups.changed.filter((group) => before.get(group.id) !== limits(group)).map(({ id }) => id),
      ...rezoned,
    ],
    log: newPrices(standing?.log ?? [], wanted.log),
    problems: [
      ...(await otherCurrency(db, prepared, standing?.seller, wanted.seller)),
      ...(standing ? await otherHall(db, prepared, standing, wanted) : []),
      ...tooSmall(prepared, wanted, changes, sold?.used ?? new Map(), standing),
    ],
    names: new Map(
      [
        ...(standing?.events ?? []),
        ...(standing?.groups ?? []),
        ...(standing?.types ?? []),
        ...wanted.events,
        ...wanted.groups,
        ...wanted.types,
      ].map(({ id, name }) => [id, name]),
    ),
  };
};

export const isEmpty = (plan: Plan): boolean =>
  plan.seller.is === "same" &&
  plan.log.length === 0 &&
  [
    plan.images,
    plan.venues,
    plan.seatMaps,
    plan.seats,
    plan.events,
    plan.groups,
    plan.types,
    plan.sessions,
    plan.prices,
    plan.messages,
    plan.memberRules,
    plan.programs,
    plan.roles,
    plan.codeGroups,
    plan.codes,
    plan.discounts,
    plan.rules,
  ].every((changes) => nothing<unknown>(changes));

const newPrices = (known: readonly LoggedPrice[], asked: readonly LoggedPrice[]): LoggedPrice[] => {
  const say = ({ ticket_type_id, amount, amount_min, amount_max }: LoggedPrice) =>
    [ticket_type_id, amount, amount_min, amount_max].join();
  const logged = new Set(known.map(say));
  return asked.filter((price) => !logged.has(say(price)));
};
