import * as z from "zod/mini";
import { Day, Id, Instant } from "../../basics.ts";
import { sortOf, type ListShape } from "../listShape.ts";
import { staffEndpoint } from "../staff/staffEndpoint.ts";

/** `to_make`: no card with this number was sent yet. `returned`: it was sent and came back, so it has to be sent again. */
export const plasticCardStates = ["to_make", "sent", "returned"] as const;
export type PlasticCardState = (typeof plasticCardStates)[number];

export const PlasticCard = z.object({
  /** The last term of the card. */
  membership_id: Id,
  member_number: z.string(),
  name: z.string(),
  level: z.string(),
  type: z.string(),
  /** The last valid day in the venue's time zone; null if it has no end. */
  last_day: z.nullable(Day),
  state: z.enum(plasticCardStates),
  /** Since when it has to be made; for a sent or returned card, when that was recorded. */
  since: Instant,
});
export type PlasticCard = z.infer<typeof PlasticCard>;

export const plasticCardPageSize = 100;

/** `list`: cards to make, including returned ones, or cards that were sent. Days are in the seller's time zone. */
export const plasticCardFilters = {
  list: z.enum(["to_make", "sent"]),
  level: z.optional(Id),
  from: z.optional(Day),
  to: z.optional(Day),
};

export const plasticCardList = {
  name: "name",
  columns: {
    name: { label: "Member" },
    member_number: { label: "Number" },
    level: { label: "Level" },
    since: { label: "Since" },
  },
  sorts: { since: "ascending" },
  usual: "since",
} as const satisfies ListShape;

/** The list of sent cards, which shows when they were sent. */
export const sentCardList = {
  ...plasticCardList,
  columns: { ...plasticCardList.columns, since: { label: "Sent on" } },
  sorts: { since: "descending" },
  usual: "-since",
} as const satisfies ListShape;

/** The position of the last row of the previous page: its `since` and its membership's id. */
const Cursor = z.string().check(z.regex(/^[\dT:.Z-]{20,30}_[\da-f-]{36}$/));

/**
 * Physical cards of active memberships whose level has one, by member number: a renewed membership keeps its card, and a
 * replaced number needs a new one. Cards to make are sorted by longest waiting, sent cards by latest, unless `sort`
 * reverses it.
 */
export const listPlasticCards = staffEndpoint({
  name: "listPlasticCards",
  method: "GET",
  path: "/plastic_cards",
  summary: "List physical membership cards to make or that were sent",
  can: "member.read",
  audits: null,
  query: z.strictObject({ ...plasticCardFilters, sort: sortOf(plasticCardList), after: z.optional(Cursor) }),
  reply: z.object({ cards: z.array(PlasticCard), next: z.nullable(z.string()) }),
});

/**
 * The same list with names and postal addresses for the printer. UTF-8, comma-separated, with a header. Also needs
 * `member.read`.
 */
export const downloadPlasticCards = staffEndpoint({
  name: "downloadPlasticCards",
  method: "GET",
  path: "/plastic_cards.csv",
  summary: "Download physical membership cards as CSV, with post addresses",
  can: "export.rows",
  audits: "member.cards_downloaded",
  query: z.strictObject({ ...plasticCardFilters, sort: sortOf(plasticCardList) }),
  reply: z.unknown(),
  raw: true,
});

export const maxMarkedCards = 500;

/**
 * Marks all cards as sent or returned, or none. Refused with `stale_version` and `membership_ids` if a card is marked so
 * already, has another number by now, or is not active.
 */
export const markPlasticCards = staffEndpoint({
  name: "markPlasticCards",
  method: "POST",
  path: "/plastic_cards/mark",
  summary: "Mark physical membership cards as sent, or as returned",
  can: "member.edit",
  audits: "member.card_marked",
  body: z.strictObject({
    as: z.enum(["sent", "returned"]),
    cards: z
      .array(z.strictObject({ membership_id: Id, member_number: z.string().check(z.minLength(1), z.maxLength(64)) }))
      .check(
        z.minLength(1),
        z.maxLength(maxMarkedCards),
        z.refine((cards) => new Set(cards.map(({ member_number }) => member_number)).size === cards.length),
      ),
  }),
  reply: z.object({ marked: z.int() }),
});
