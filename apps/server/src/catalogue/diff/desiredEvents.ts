import type { Steps } from "@foyer/rules/values/steps.ts";
import type { Path } from "../format/problems.ts";
import type { PreparedCatalogue } from "../validate/prepareCatalogue.ts";
import type { PreparedCatalogueEvent } from "../validate/prepareEvent.ts";
import type { PreparedGroup } from "../validate/prepareGroup.ts";
import type { PreparedMessage } from "../validate/prepareMessage.ts";
import type {
  CatalogueEventRow,
  CatalogueGroupRow,
  LoggedPriceRow,
  MemberRuleRow,
  MessageRow,
  PriceRow,
  CatalogueSessionRow,
  CatalogueTypeRow,
} from "./catalogueRows.ts";
import { eventRow, groupRow, typeRow } from "./desiredRows.ts";
import type { IdFinder } from "./idFinder.ts";

type Ids = ReadonlyMap<string, string>;

/** What the rows of an event refer to. */
export type EventReferences = {
  readonly ids: IdFinder;
  readonly imageId: Ids;
  readonly venueId: Ids;
  readonly seatMapId: Ids;
  readonly images: PreparedCatalogue["images"];
};

/** The rows of events, and the positions of events, sessions and groups in the file, by id. */
export type EventRows = {
  readonly events: CatalogueEventRow[];
  readonly groups: CatalogueGroupRow[];
  readonly types: CatalogueTypeRow[];
  readonly sessions: CatalogueSessionRow[];
  readonly prices: PriceRow[];
  readonly messages: MessageRow[];
  readonly memberRules: MemberRuleRow[];
  readonly priceLog: LoggedPriceRow[];
  readonly paths: Map<string, Path>;
};

/** The rows of all events, in the order of the file. */
export const desiredEvents = function* (
  events: readonly PreparedCatalogueEvent[],
  references: EventReferences,
): Steps<EventRows> {
  const rows: EventRows = {
    events: [],
    groups: [],
    types: [],
    sessions: [],
    prices: [],
    messages: [],
    memberRules: [],
    priceLog: [],
    paths: new Map(),
  };
  for (const [rank, event] of events.entries()) yield* addEvent(rows, event, rank, references);
  return rows;
};

const addEvent = function* (
  rows: EventRows,
  event: PreparedCatalogueEvent,
  rank: number,
  references: EventReferences,
): Steps<void> {
  const { ids, imageId, venueId, seatMapId, images } = references;
  const id = ids.event(event.key);
  const typeIds = new Map<string, string>();
  const groupIds = new Map<string, string>();
  event.groups.forEach((group, index) => {
    const groupId = ids.group(id, group.key);
    groupIds.set(group.key, groupId);
    addGroup(rows, group, { id: groupId, event_template_id: id, rank: index }, { ids, typeIds });
  });
  rows.events.push(
    eventRow(event, {
      id,
      rank,
      venue_id: (event.venue && venueId.get(event.venue)) ?? null,
      seat_map_id: (event.seat_map && seatMapId.get(event.seat_map)) ?? null,
      imageId,
      typeIds,
      images,
    }),
  );
  rows.paths.set(id, ["events", rank]);
  event.messages.forEach((message, index) =>
    rows.messages.push({
      id: ids.message(id, message.key),
      event_template_id: id,
      key: message.key,
      actions: message.actions,
      triggers: messageTriggers(message, groupIds, typeIds),
      rank: index,
    }),
  );
  for (const { amounts, path, planned, ...session } of event.sessions) {
    yield;
    const sessionId = ids.session(id, planned.start_datetime);
    const planned_start = planned.start_datetime === session.start_datetime ? null : planned.start_datetime;
    rows.sessions.push({ ...session, id: sessionId, event_template_id: id, planned_start, retired: false });
    rows.paths.set(sessionId, path);
    for (const [key, amount] of amounts)
      rows.prices.push({ event_session_id: sessionId, ticket_type_id: typeIds.get(key) ?? "", amount });
  }
  rows.priceLog.push(...(yield* pricesToLog(event, typeIds)));
};

/** Adds a group and its types, and the ids of its types to `typeIds`. */
const addGroup = (
  rows: EventRows,
  group: PreparedGroup,
  at: { readonly id: string; readonly event_template_id: string; readonly rank: number },
  { ids, typeIds }: { readonly ids: IdFinder; readonly typeIds: Map<string, string> },
): void => {
  const { program, gift_codes } = group.group;
  const programId = program === undefined ? null : ids.program(program);
  rows.groups.push(
    groupRow(group, {
      ...at,
      membership_program_id: programId,
      gift_code_group_id: gift_codes === undefined ? null : ids.codeGroup(gift_codes),
    }),
  );
  rows.paths.set(at.id, group.path);
  group.types.forEach((type, rank) => {
    const id = ids.type(at.id, type.key);
    typeIds.set(`${group.key}/${type.key}`, id);
    const membership_role_id = programId === null || type.role === null ? null : ids.role(programId, type.role);
    rows.types.push(typeRow(type, { id, ticket_group_id: at.id, rank, membership_role_id }));
    if (type.membership_rule)
      rows.memberRules.push({ ticket_type_id: id, ticket_group_id: at.id, ...type.membership_rule });
  });
};

const messageTriggers = (
  { dateOrSession, quantity, groups, types }: PreparedMessage,
  groupIds: Ids,
  typeIds: Ids,
): MessageRow["triggers"] => ({
  ...(dateOrSession && { dateOrSession }),
  ...(quantity && {
    quantity: {
      ...quantity,
      ...(groups && { ticket_group_ids: groups.flatMap((key) => groupIds.get(key) ?? []) }),
      ...(types && { ticket_type_ids: types.flatMap((key) => typeIds.get(key) ?? []) }),
    },
  }),
});

/** Every price that the catalogue has for a type. The log later proves that a ticket was sold at a valid price. */
const pricesToLog = function* ({ groups, sessions }: PreparedCatalogueEvent, typeIds: Ids): Steps<LoggedPriceRow[]> {
  const amounts = new Map<string, Set<number>>();
  for (const session of sessions) {
    yield;
    for (const [key, amount] of session.amounts) amounts.set(key, (amounts.get(key) ?? new Set()).add(amount));
  }
  return groups.flatMap((group) =>
    group.types.flatMap((type) => {
      const key = `${group.key}/${type.key}`;
      return [...new Set([type.currency_amount, ...(amounts.get(key) ?? [])])].map((amount) => ({
        ticket_type_id: typeIds.get(key) ?? "",
        amount,
        amount_min: type.currency_amount_min,
        amount_max: type.currency_amount_max,
      }));
    }),
  );
};
