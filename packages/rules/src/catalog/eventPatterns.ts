import type { Day } from "@foyer/contract/basics.ts";
import type { EventPattern } from "@foyer/contract/office/catalogue/catalogueEvents.ts";
import { addDays } from "../dates/localTime.ts";
import { newKey } from "./newKey.ts";

/** A chapter in the catalogue format (docs/catalogue.md). */
type Fields = Readonly<Record<string, unknown>>;

/** What the catalogue already contains when an event is created. */
export type EventSurroundings = {
  readonly key: string;
  readonly name: string;
  /** The day by the seller's clock. */
  readonly today: Day;
  /** The venue; absent if the catalogue has none. */
  readonly venue?: string | undefined;
  /** A seated hall, with its zones. */
  readonly hall?: { readonly key: string; readonly zones: readonly string[] } | undefined;
  readonly hallKeys: readonly string[];
  /** The membership programmes, and the first role of the first one. */
  readonly programs: readonly Fields[];
  readonly role?: { readonly program: string; readonly key: string } | undefined;
};

/** A new event, and the chapters that it needs but the catalogue lacks. */
export type NewEvent = {
  readonly event: Fields;
  readonly others: readonly { readonly chapter: string; readonly document: unknown }[];
};

type Begin = (place: EventSurroundings) => Fields & { readonly others?: NewEvent["others"] };

/** Days that a new schedule covers; the venue adjusts them. */
const scheduleDays = 90;
const adultAndChild = [
  { key: "adult", name: "Adult", price: "20" },
  { key: "child", name: "Child", price: "10" },
];
const ownAmount = { key: "own", name: "Another amount", price: "50", price_min: "10", price_max: "500" };
const weekly = ({ today }: EventSurroundings, capacity: number, pattern: Fields) => ({
  event_type: "repeating",
  schedules: [{ from: addDays(today, 1), until: addDays(today, scheduleDays), capacity, weekly: [pattern] }],
});

/** A starting point for each way to sell. Each is complete: a venue only changes names, prices and times. */
const beginnings: Readonly<Record<EventPattern, Begin>> = {
  timed_entry: (place) => ({
    ...weekly(place, 40, { on: "daily", every: { minutes: 30, from: "10:00", to: "16:30" }, minutes: 60 }),
    groups: [{ key: "general", name: "General admission", max_tickets_per_order: 10, types: adultAndChild }],
  }),
  day_ticket: (place) => ({
    ...weekly(place, 500, { on: "daily", at: ["10:00"], ends: "18:00" }),
    groups: [{ key: "day", name: "Day ticket", max_tickets_per_order: 10, types: adultAndChild }],
  }),
  concert: (place) => {
    const hall = place.hall ?? { key: newKey("hall", place.hallKeys), zones: ["stalls"] };
    return {
      event_type: "single",
      seat_map: hall.key,
      sessions: [{ date: addDays(place.today, 30), at: "19:30", ends: "21:30" }],
      groups: [
        {
          key: "seats",
          name: "Seats",
          handler: "seated",
          seat_zones: hall.zones,
          max_tickets_per_order: 8,
          types: [
            { key: "full", name: "Full price", price: "40" },
            { key: "concession", name: "Concession", price: "30" },
          ],
        },
      ],
      ...(!place.hall && { others: [{ chapter: `hall/${hall.key}`, document: newHall("Hall") }] }),
    };
  },
  class: (place) => ({
    ...weekly(place, 12, { on: ["sat"], at: ["10:00"], minutes: 120 }),
    groups: [
      {
        key: "class",
        name: "Class",
        max_tickets_per_order: 4,
        meta: { admit_names: "required" },
        types: [{ key: "place", name: "Place", price: "35" }],
      },
    ],
  }),
  pass: () => ({
    event_type: "other",
    groups: [
      {
        key: "pass",
        name: "Annual pass",
        handler: "passes",
        duration_new: "P1Y",
        max_tickets_per_order: 6,
        types: [
          { key: "adult", name: "Adult", price: "60" },
          { key: "child", name: "Child", price: "30" },
        ],
      },
    ],
  }),
  membership: ({ programs, role }) => {
    const key = newKey(
      "members",
      programs.map((program) => String(program["key"])),
    );
    const roles = [{ key: "member", name: "Member", benefits: { "*": 1 } }];
    const level = role ?? { program: key, key: "member" };
    return {
      event_type: "other",
      groups: [
        {
          key: "member",
          name: "Member",
          handler: "membership",
          program: level.program,
          duration_new: "P1Y",
          types: [
            {
              key: "member",
              name: "Member",
              price: "50",
              role: level.key,
              membership_rule: { party_role: "member", min: 1, max: 1 },
            },
          ],
        },
      ],
      ...(!role && { others: [{ chapter: "programs", document: [...programs, { key, name: "Members", roles }] }] }),
    };
  },
  gift_card: () => ({
    event_type: "other",
    groups: [
      {
        key: "card",
        name: "Gift card",
        handler: "ledger",
        max_tickets_per_order: 5,
        meta: { admit_names: "optional", admit_emails: "optional" },
        types: [
          { key: "small", name: "A small gift", price: "25" },
          { key: "large", name: "A large gift", price: "100" },
          ownAmount,
        ],
      },
    ],
  }),
  donation: () => ({
    event_type: "other",
    groups: [
      {
        key: "donation",
        name: "Donation",
        handler: "donation",
        max_tickets_per_order: 1,
        types: [{ key: "small", name: "Small", price: "10" }, { key: "large", name: "Large", price: "100" }, ownAmount],
      },
    ],
  }),
};

/** A new event based on a starting pattern. */
export const eventFromPattern = (pattern: EventPattern, place: EventSurroundings): NewEvent => {
  const { others = [], ...fields } = beginnings[pattern](place);
  const { key, name, venue } = place;
  return { event: { key, ...(venue !== undefined && { venue }), name, ...fields }, others };
};

/** The initial hall: five rows of twelve seats in front of a stage. */
export const newHall = (name: string): Fields => ({
  name,
  width: 600,
  height: 400,
  r: 9,
  other_elements: [
    { shape: "rect", x: 150, y: 30, width: 300, height: 50, r: 8, tone: "stage" },
    { shape: "text", x: 300, y: 60, text: "Stage", size: 18, tone: "label" },
  ],
  sections: [
    {
      key: "stalls",
      name: "Stalls",
      rows: [
        {
          rows: ["A", "B", "C", "D", "E"],
          from: [124, 150],
          to: [476, 150],
          seats: 12,
          last: { from: [124, 310], to: [476, 310] },
        },
      ],
    },
  ],
});

/** A copy with another key. Gifts are left out, because their codes are only valid for the original event. */
export const copyOfEvent = (event: Fields, { key, name }: Pick<EventSurroundings, "key" | "name">): Fields => {
  const groups: unknown = event["groups"];
  return {
    ...event,
    key,
    name,
    ...(Array.isArray(groups) && { groups: groups.map(withoutGifts) }),
  };
};

const withoutGifts = (group: unknown): unknown => {
  if (typeof group !== "object" || group === null) return group;
  const { gift_codes: _, ...rest } = group as Fields;
  return rest;
};
