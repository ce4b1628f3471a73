import { newId } from "../db/newId.ts";
import { sellerImages, type Prepared } from "./prepare.ts";
import type { PreparedEvent } from "./prepareEvent.ts";
import type { PreparedGroup } from "./prepareGroup.ts";
import type { Path } from "./problems.ts";
import type { Standing } from "./readShelf.ts";
import type { GroupRow, LoggedPrice, MemberRuleRow, MessageRow, PriceRow, SessionRow, Shelf, TypeRow } from "./rows.ts";

/** The catalogue as rows, with the ids that stand already, and where each session and group is written. */
export type Wanted = Shelf & { readonly log: readonly LoggedPrice[]; readonly paths: ReadonlyMap<string, Path> };

/** Things are found again by their keys, sessions by their start: the ids that links and tickets hold stay. */
export const wantedShelf = (prepared: Prepared, standing: Standing | undefined): Wanted => {
  const ids = standingIds(standing);
  const images = prepared.images.map(({ bytes: _, ...image }) => {
    const known = standing?.images.find(({ key }) => key === image.key);
    // A picture that changes gets a new id: whoever kept the old one under its address is not shown it again.
    return { ...image, id: known?.sha256 === image.sha256 ? known.id : newId() };
  });
  const imageId = new Map(images.map(({ key, id }) => [key, id]));
  const venues = prepared.venues.map((venue) => ({ ...venue, id: ids.venue(venue.key) }));
  const venueId = new Map(venues.map(({ key, id }) => [key, id]));

  const shelf = {
    events: [] as Shelf["events"][number][],
    groups: [] as GroupRow[],
    types: [] as TypeRow[],
    sessions: [] as SessionRow[],
    prices: [] as PriceRow[],
    messages: [] as MessageRow[],
    memberRules: [] as MemberRuleRow[],
    log: [] as LoggedPrice[],
    paths: new Map<string, Path>(),
  };
  prepared.events.forEach((event, rank) => {
    const id = ids.event(event.key);
    const typeIds = new Map<string, string>();
    const groupIds = new Map<string, string>();
    event.groups.forEach((group, index) => {
      const groupId = ids.group(id, group.key);
      groupIds.set(group.key, groupId);
      shelf.groups.push(groupRow(group, { id: groupId, event_template_id: id, rank: index }));
      shelf.paths.set(groupId, group.path);
      group.types.forEach(({ path: _, membership_rules, ...type }, place) => {
        const typeId = ids.type(groupId, type.key);
        typeIds.set(`${group.key}/${type.key}`, typeId);
        shelf.types.push({ ...type, id: typeId, ticket_group_id: groupId, rank: place, retired: false });
        for (const { min = 0, max = 1, ...rule } of membership_rules) shelf.memberRules.push({ ticket_type_id: typeId, ticket_group_id: groupId, ...rule, min, max });
      });
    });
    shelf.events.push(eventRow(event, { id, rank, venue_id: (event.venue && venueId.get(event.venue)) ?? null, imageId, typeIds, images: prepared.images }));
    event.messages.forEach((message, place) => {
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
      shelf.messages.push({ id: ids.message(id, message.key), event_template_id: id, key: message.key, actions: message.actions, triggers, rank: place });
    });
    for (const { amounts, path, ...session } of event.sessions) {
      const sessionId = ids.session(id, session.start_datetime);
      shelf.sessions.push({ ...session, id: sessionId, event_template_id: id, retired: false });
      shelf.paths.set(sessionId, path);
      for (const [key, amount] of amounts) shelf.prices.push({ event_session_id: sessionId, ticket_type_id: typeIds.get(key) ?? "", amount });
    }
    shelf.log.push(...asked(event, typeIds));
  });
  return { seller: sellerRow(prepared, { id: standing?.seller.id ?? newId(), imageId, eventId: ids.event }), images, venues, ...shelf };
};

const standingIds = (standing: Standing | undefined) => {
  const finder = <Row extends { readonly id: string }>(rows: readonly Row[] | undefined, keyOf: (row: Row) => string) => {
    const known = new Map<string, string>();
    for (const row of rows ?? []) {
      const key = keyOf(row);
      // Of a retired session and a living one at the same time, the living one is meant.
      if (!known.has(key) || !("retired" in row && row.retired)) known.set(key, row.id);
    }
    return (...parts: string[]) => {
      const key = parts.join("\n");
      const id = known.get(key) ?? newId();
      known.set(key, id);
      return id;
    };
  };
  return {
    venue: finder(standing?.venues, ({ key }) => key),
    event: finder(standing?.events, ({ key }) => key),
    group: finder(standing?.groups, ({ event_template_id, key }) => `${event_template_id}\n${key}`),
    type: finder(standing?.types, ({ ticket_group_id, key }) => `${ticket_group_id}\n${key}`),
    session: finder(standing?.sessions, ({ event_template_id, start_datetime }) => `${event_template_id}\n${start_datetime}`),
    message: finder(standing?.messages, ({ event_template_id, key }) => `${event_template_id}\n${key}`),
  };
};

type Names = { readonly imageId: ReadonlyMap<string, string> };

const sellerRow = ({ seller }: Prepared, { id, imageId, eventId }: Names & { id: string; eventId: (key: string) => string }): Shelf["seller"] => {
  const { membership_event, admission_event, ...web } = seller.web ?? {};
  const pictures = sellerImages.flatMap((field) => (seller.meta?.[field] === undefined ? [] : [[field, imageId.get(seller.meta[field])]]));
  return plain({
    id,
    slug: seller.slug,
    name: seller.name,
    currency: seller.currency,
    locale: seller.locale ?? "en",
    timezone: seller.timezone,
    meta: { ...seller.meta, ...Object.fromEntries(pictures) },
    theme: seller.theme ?? {},
    strings: seller.strings ?? {},
    web: {
      ...web,
      ...(membership_event !== undefined && { membership_event_id: eventId(membership_event) }),
      ...(admission_event !== undefined && { admission_event_id: eventId(admission_event) }),
    },
    configuration: seller.configuration ?? {},
  });
};

type EventNames = Names & { id: string; rank: number; venue_id: string | null; typeIds: ReadonlyMap<string, string>; images: Prepared["images"] };

const eventRow = ({ key, timezone, event }: PreparedEvent, { id, rank, venue_id, imageId, typeIds, images }: EventNames): Shelf["events"][number] => {
  const { image_cover, image_profile, ...meta } = event.meta ?? {};
  const alt = meta.image_profile_alt_text ?? images.find((image) => image.key === image_profile)?.alt;
  const display = event.config?.price_display;
  return plain({
    id,
    key,
    venue_id,
    name: event.name,
    subtitle: event.subtitle ?? null,
    summary: event.summary ?? null,
    description: event.description ?? null,
    category: event.category ?? null,
    event_type: event.event_type ?? "repeating",
    hidden_type: event.hidden_type ?? "public_browsable",
    timezone,
    rank,
    meta: {
      ...meta,
      ...(image_cover !== undefined && { image_cover: imageId.get(image_cover) }),
      ...(image_profile !== undefined && { image_profile: imageId.get(image_profile), image_profile_alt_text: alt ?? undefined }),
    },
    config: {
      ...event.config,
      ...(display && {
        price_display: {
          ...display,
          ...(display.primary_ticket_type !== undefined && { primary_ticket_type: typeIds.get(display.primary_ticket_type) }),
          ...(display.secondary_ticket_type !== undefined && { secondary_ticket_type: typeIds.get(display.secondary_ticket_type) }),
        },
      }),
    },
    retired: false,
  });
};

const groupRow = ({ key, group, start_policy_date, sales_start, sales_end }: PreparedGroup, at: { id: string; event_template_id: string; rank: number }): GroupRow =>
  plain({
    ...at,
    key,
    name: group.name,
    summary: group.summary ?? null,
    description: group.description ?? null,
    handler: group.handler ?? "tickets",
    hidden_type: group.hidden_type ?? "public_browsable",
    start_policy: group.start_policy ?? null,
    start_policy_date,
    duration_new: group.duration_new ?? null,
    min_tickets_per_order: group.min_tickets_per_order ?? 1,
    max_tickets_per_order: group.max_tickets_per_order ?? -1,
    color: group.color ?? null,
    sales_start,
    sales_end,
    available: group.available ?? true,
    capacity: group.capacity ?? -1,
    oversell_capacity: group.oversell_capacity ?? 0,
    exclude_from_event_capacity: group.exclude_from_event_capacity ?? false,
    additional_info_spec: group.additional_info_spec ?? null,
    meta: group.meta ?? {},
    retired: false,
  });

/** Every price that the catalogue asks for a type, so that a ticket's price can be proved later. */
const asked = ({ groups, sessions }: PreparedEvent, typeIds: ReadonlyMap<string, string>): LoggedPrice[] => {
  const amounts = new Map<string, Set<number>>();
  for (const session of sessions) for (const [key, amount] of session.amounts) amounts.set(key, (amounts.get(key) ?? new Set()).add(amount));
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

/** As JSON keeps it, so that it can be compared with what was read back. */
const plain = <T>(row: T): T => JSON.parse(JSON.stringify(row)) as T;
