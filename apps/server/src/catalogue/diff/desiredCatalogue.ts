import { newId } from "../../db/newId.ts";
import type { PreparedCatalogue } from "../validate/prepareCatalogue.ts";
import type { PreparedEvent } from "../validate/prepareEvent.ts";
import type { Path } from "../format/problems.ts";
import type { StoredCatalogue } from "./readStoredCatalogue.ts";
import type {
  GroupRow,
  LoggedPriceRow,
  MemberRuleRow,
  MessageRow,
  PriceRow,
  SessionRow,
  CatalogueRows,
  TypeRow,
} from "./catalogueRows.ts";
import { codeRows, discountRows, programRows, ruleRows } from "./desiredRules.ts";
import { eventRow, groupRow, seatMapRows, sellerRow, typeRow } from "./desiredRows.ts";

/** The catalogue as rows, with the ids that stand already, and where each event, session and group is written. */
export type DesiredCatalogue = CatalogueRows & {
  readonly priceLog: readonly LoggedPriceRow[];
  readonly paths: ReadonlyMap<string, Path>;
};

/** Things are found again by their keys, sessions by their start: the ids that links and tickets hold stay. */
export const desiredCatalogue = (
  prepared: PreparedCatalogue,
  stored: StoredCatalogue | undefined,
): DesiredCatalogue => {
  const ids = idFinder(stored);
  const images = prepared.images.map(({ key, sha256, mime, width, height, alt }) => {
    const storedImage = stored?.images.find((image) => image.key === key);
    // A picture that changes gets a new id: whoever kept the old one under its address is not shown it again.
    return { id: storedImage?.sha256 === sha256 ? storedImage.id : newId(), key, sha256, mime, width, height, alt };
  });
  const imageId = new Map(images.map(({ key, id }) => [key, id]));
  const venues = prepared.venues.map((venue) => ({ ...venue, id: ids.venue(venue.key) }));
  const venueId = new Map(venues.map(({ key, id }) => [key, id]));

  const seatMaps = prepared.seatMaps.map((map) => {
    const id = ids.seatMap(map.key);
    return seatMapRows(map, { id, seatId: (key) => ids.seat(id, key) });
  });
  const seatMapId = new Map(seatMaps.map(({ map }) => [map.key, map.id]));

  const rows = {
    events: [] as CatalogueRows["events"][number][],
    groups: [] as GroupRow[],
    types: [] as TypeRow[],
    sessions: [] as SessionRow[],
    prices: [] as PriceRow[],
    messages: [] as MessageRow[],
    memberRules: [] as MemberRuleRow[],
    priceLog: [] as LoggedPriceRow[],
    paths: new Map<string, Path>(),
  };
  prepared.events.forEach((event, rank) => {
    const id = ids.event(event.key);
    const typeIds = new Map<string, string>();
    const groupIds = new Map<string, string>();
    event.groups.forEach((group, index) => {
      const groupId = ids.group(id, group.key);
      groupIds.set(group.key, groupId);
      const { program, gift_codes } = group.group;
      const programId = program === undefined ? null : ids.program(program);
      rows.groups.push(
        groupRow(group, {
          id: groupId,
          event_template_id: id,
          rank: index,
          membership_program_id: programId,
          gift_code_group_id: gift_codes === undefined ? null : ids.codeGroup(gift_codes),
        }),
      );
      rows.paths.set(groupId, group.path);
      group.types.forEach((type, typeIndex) => {
        const typeId = ids.type(groupId, type.key);
        typeIds.set(`${group.key}/${type.key}`, typeId);
        const membership_role_id = programId === null || type.role === null ? null : ids.role(programId, type.role);
        rows.types.push(typeRow(type, { id: typeId, ticket_group_id: groupId, rank: typeIndex, membership_role_id }));
        if (type.membership_rule)
          rows.memberRules.push({ ticket_type_id: typeId, ticket_group_id: groupId, ...type.membership_rule });
      });
    });
    rows.events.push(
      eventRow(event, {
        id,
        rank,
        venue_id: (event.venue && venueId.get(event.venue)) ?? null,
        seat_map_id: (event.seat_map && seatMapId.get(event.seat_map)) ?? null,
        imageId,
        typeIds,
        images: prepared.images,
      }),
    );
    rows.paths.set(id, ["events", rank]);
    event.messages.forEach((message, typeIndex) => {
      const triggers = {
        ...(message.dateOrSession && { dateOrSession: message.dateOrSession }),
        ...(message.quantity && {
          quantity: {
            ...message.quantity,
            ...(message.groups && { ticket_group_ids: message.groups.flatMap((key) => groupIds.get(key) ?? []) }),
            ...(message.types && { ticket_type_ids: message.types.flatMap((key) => typeIds.get(key) ?? []) }),
          },
        }),
      };
      rows.messages.push({
        id: ids.message(id, message.key),
        event_template_id: id,
        key: message.key,
        actions: message.actions,
        triggers,
        rank: typeIndex,
      });
    });
    for (const { amounts, path, ...session } of event.sessions) {
      const sessionId = ids.session(id, session.start_datetime);
      rows.sessions.push({ ...session, id: sessionId, event_template_id: id, retired: false });
      rows.paths.set(sessionId, path);
      for (const [key, amount] of amounts)
        rows.prices.push({ event_session_id: sessionId, ticket_type_id: typeIds.get(key) ?? "", amount });
    }
    rows.priceLog.push(...pricesToLog(event, typeIds));
  });
  return {
    seller: sellerRow(prepared, { id: stored?.seller.id ?? newId(), imageId, eventId: ids.event }),
    images,
    venues,
    seatMaps: seatMaps.map(({ map }) => map),
    seats: seatMaps.flatMap(({ seats }) => seats),
    ...rows,
    ...programRows(prepared, ids),
    ...codeRows(prepared, ids),
    rules: ruleRows(prepared, ids),
    discounts: discountRows(prepared, ids),
  };
};

export type IdFinder = ReturnType<typeof idFinder>;
const idFinder = (stored: StoredCatalogue | undefined) => {
  const finder = <Row extends { readonly id: string }>(
    rows: readonly Row[] | undefined,
    keyOf: (row: Row) => string,
  ) => {
    const idsByKey = new Map<string, string>();
    for (const row of rows ?? []) {
      const key = keyOf(row);
      // Of a retired session and a living one at the same time, the living one is meant.
      if (!idsByKey.has(key) || !("retired" in row && row.retired)) idsByKey.set(key, row.id);
    }
    return (...parts: string[]) => {
      const key = parts.join("\n");
      const id = idsByKey.get(key) ?? newId();
      idsByKey.set(key, id);
      return id;
    };
  };
  return {
    venue: finder(stored?.venues, ({ key }) => key),
    seatMap: finder(stored?.seatMaps, ({ key }) => key),
    seat: finder(stored?.seats, ({ seat_map_id, key }) => `${seat_map_id}\n${key}`),
    event: finder(stored?.events, ({ key }) => key),
    group: finder(stored?.groups, ({ event_template_id, key }) => `${event_template_id}\n${key}`),
    type: finder(stored?.types, ({ ticket_group_id, key }) => `${ticket_group_id}\n${key}`),
    session: finder(
      stored?.sessions,
      ({ event_template_id, start_datetime }) => `${event_template_id}\n${start_datetime}`,
    ),
    message: finder(stored?.messages, ({ event_template_id, key }) => `${event_template_id}\n${key}`),
    program: finder(stored?.programs, ({ key }) => key),
    role: finder(stored?.roles, ({ membership_program_id, key }) => `${membership_program_id}\n${key}`),
    codeGroup: finder(stored?.codeGroups, ({ key }) => key),
    discount: finder(stored?.discounts, ({ key }) => key),
    code: finder(stored?.codes, ({ folded }) => folded),
    rule: finder(stored?.rules, ({ event_template_id, key }) => `${event_template_id ?? ""}\n${key}`),
  };
};

/** Every price that the catalogue asks for a type, so that a ticket's price can be proved later. */
const pricesToLog = ({ groups, sessions }: PreparedEvent, typeIds: ReadonlyMap<string, string>): LoggedPriceRow[] => {
  const amounts = new Map<string, Set<number>>();
  for (const session of sessions)
    for (const [key, amount] of session.amounts) amounts.set(key, (amounts.get(key) ?? new Set()).add(amount));
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
