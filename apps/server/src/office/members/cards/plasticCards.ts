import {
  plasticCardPageSize,
  type downloadPlasticCards,
  type listPlasticCards,
  type markPlasticCards,
} from "@foyer/contract/office/members/plasticCards.ts";
import type { StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { addDays } from "@foyer/rules/dates/localTime.ts";
import { lastValidDay } from "@foyer/rules/membership/term.ts";
import { pause } from "../../../db/faultPoints.ts";
import { Refused } from "../../../errors/refused.ts";
import type { StreamedReply } from "../../../http/staff/sendFile.ts";
import type { StaffContext } from "../../../http/staff/staffContext.ts";
import { audit, changing } from "../../../modules/audit/audit.ts";
import { download, type Cell } from "../../downloads/table.ts";
import { memberEntity } from "../memberTransaction.ts";
import { markCards, selectPlasticCards, type PlasticCardRow, type WantedCards } from "./plasticCards.sql.ts";

type Filters = Pick<StaffReceived<typeof listPlasticCards>, "list" | "level" | "from" | "to" | "sort">;
type Wanted = Omit<WantedCards, "after" | "limit">;

const wantedOf = ({ seller }: StaffContext, { list, level, from, to, sort }: Filters): Wanted => {
  const startOf = (day: string): string =>
    Temporal.PlainDate.from(day).toZonedDateTime(seller.timezone).toInstant().toString();
  return {
    list,
    isAscending: sort === undefined ? list === "to_make" : sort === "since",
    level: level ?? null,
    from: from === undefined ? null : startOf(from),
    until: to === undefined ? null : startOf(addDays(to, 1)),
  };
};

const cursorOf = ({ since, membership_id }: PlasticCardRow): string =>
  `${Temporal.Instant.from(since).toString()}_${membership_id}`;

const readCursor = (after: string): WantedCards["after"] => {
  const [since = "", id = ""] = after.split("_");
  return { since, id };
};

export const listCardsOfLevels = async (
  ctx: StaffContext,
  { after, ...filters }: StaffReceived<typeof listPlasticCards>,
): Promise<StaffReply<typeof listPlasticCards>> => {
  const rows = await selectPlasticCards(ctx.db, ctx.seller.id, {
    ...wantedOf(ctx, filters),
    after: after === undefined ? null : readCursor(after),
    limit: plasticCardPageSize + 1,
  });
  const page = rows.slice(0, plasticCardPageSize);
  const last = page.at(-1);
  return {
    cards: page.map(({ valid_to, timezone, membership_id, member_number, name, level, type, state, since }) => ({
      membership_id,
      member_number,
      name,
      level,
      type,
      last_day: lastValidDay({ valid_to }, timezone),
      state,
      since,
    })),
    next: rows.length > page.length && last ? cursorOf(last) : null,
  };
};

const header = [
  "member_number",
  "name",
  "level",
  "type",
  "valid_until",
  "address",
  "address_more",
  "zip_and_city",
  "state",
  "region",
  "country",
  "email",
  "order_number",
  "card",
  "since",
];

const cellsOf = (row: PlasticCardRow, zone: string): Cell[] => {
  const text = (value: string | null): Cell => ({ kind: "text", text: value ?? "" });
  const last_day = lastValidDay(row, row.timezone);
  const since = Temporal.Instant.from(row.since).toZonedDateTimeISO(zone).toPlainDate().toString();
  return [
    text(row.member_number),
    text(row.name),
    text(row.level),
    text(row.type),
    last_day === null ? text("") : { kind: "day", day: last_day },
    ...row.address.map(text),
    text(row.email),
    { kind: "number", number: row.order_number },
    text(row.state),
    { kind: "day", day: since },
  ];
};

/** The number of cards read at once. */
const cardsAtOnce = 500;

const allCards = async function* (ctx: StaffContext, wanted: Wanted): AsyncGenerator<readonly Cell[]> {
  let after: WantedCards["after"] = null;
  for (;;) {
    const rows: PlasticCardRow[] = await selectPlasticCards(ctx.db, ctx.seller.id, {
      ...wanted,
      after,
      limit: cardsAtOnce,
    });
    for (const row of rows) yield cellsOf(row, ctx.seller.timezone);
    const last = rows.at(-1);
    if (!last || rows.length < cardsAtOnce) return;
    after = { since: last.since, id: last.membership_id };
  }
};

/** Finance can download rows but must not see members. */
export const downloadCards = async (
  ctx: StaffContext,
  filters: StaffReceived<typeof downloadPlasticCards>,
): Promise<StreamedReply> => {
  if (!ctx.staff.can("member.read")) throw new Refused({ code: "access_denied", context: "staff" });
  await changing(ctx, (ctx) =>
    audit(ctx, {
      action: "member.cards_downloaded",
      entity: { kind: "list", id: "plastic_cards" },
      after: { name: "plastic_cards", filters },
    }),
  );
  const day = ctx.now.toZonedDateTimeISO(ctx.seller.timezone).toPlainDate().toString();
  const name = `plastic-cards-${ctx.seller.slug}-${day}`;
  return download({ name, header, rows: allCards(ctx, wantedOf(ctx, filters)) }, "csv");
};

export const markCardsAs = (
  ctx: StaffContext,
  { as: state, cards }: StaffReceived<typeof markPlasticCards>,
): Promise<StaffReply<typeof markPlasticCards>> =>
  changing(ctx, async (ctx) => {
    await pause("cards_marking");
    const marked = await markCards(ctx.db, ctx.seller.id, { state, staff_id: ctx.staff.id, cards });
    await pause("cards_marked");
    const left = cards.map(({ membership_id }) => membership_id).filter((id) => !marked.includes(id));
    if (left.length > 0)
      throw new Refused({
        code: "stale_version",
        context: "membership",
        description: "Some of these cards have changed since. Look at the list again.",
        extra: { membership_ids: left },
      });
    for (const id of marked)
      await audit(ctx, { action: "member.card_marked", entity: memberEntity(id), after: { card: state } });
    return { marked: marked.length };
  });
