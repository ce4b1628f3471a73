import type { Steps } from "@foyer/rules/values/steps.ts";
import { defaultHandler } from "@foyer/contract/handlers.ts";
import { sellerImageFields, type PreparedCatalogue } from "../validate/prepareCatalogue.ts";
import type { PreparedCatalogueEvent } from "../validate/prepareEvent.ts";
import type { PreparedGroup, PreparedType } from "../validate/prepareGroup.ts";
import type { PreparedSeatMap } from "../validate/preparedSeat.ts";
import type {
  CatalogueEventRow,
  CatalogueGroupRow,
  CatalogueSeatMapRow,
  CatalogueSeatRow,
  SellerRow,
  CatalogueTypeRow,
} from "./catalogueRows.ts";

/** Builds the rows as the database stores them, with defaults for everything that a catalogue may leave out. */

type ImageIds = { readonly imageId: ReadonlyMap<string, string> };

/** The seller's pictures that the storefront crops. */
const croppedFields: ReadonlySet<string> = new Set([
  "share_image",
  "home_image",
  "completed_image",
  "completed_mobile_image",
]);
const focusOf = (images: PreparedCatalogue["images"], key: string | undefined) =>
  images.find((image) => image.key === key)?.focus ?? undefined;

export const sellerRow = (
  { seller, images }: PreparedCatalogue,
  {
    id,
    imageId,
    eventId,
    groupId,
  }: ImageIds & { id: string; eventId: (key: string) => string; groupId: (event_id: string, key: string) => string },
): SellerRow => {
  const { membership_event, admission_event, checkout_donation_event, content_blocks, ...web } = seller.web ?? {};
  const { upsells, invoice, ...configuration } = seller.configuration ?? {};
  const pictures = sellerImageFields.flatMap((field) => {
    const key = seller.meta?.[field];
    if (key === undefined) return [];
    const focus = croppedFields.has(field) ? focusOf(images, key) : undefined;
    return [[field, imageId.get(key)], ...(focus ? [[`${field}_focus`, focus]] : [])];
  });
  return toPlainJson({
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
      ...(checkout_donation_event !== undefined && { checkout_donation_event_id: eventId(checkout_donation_event) }),
      ...(content_blocks && {
        content_blocks: content_blocks.map(({ events, ...block }) => ({
          ...block,
          ...(events && { event_ids: events.map((key) => eventId(key)) }),
        })),
      }),
    },
    configuration: {
      ...configuration,
      ...(upsells && {
        upsells: { ...upsells, ...(upsells.chain && { chain: upsells.chain.map((key) => eventId(key)) }) },
      }),
      ...(invoice && { invoice: { ...invoice, rates: ratesById(invoice.rates, { eventId, groupId }) } }),
    },
  });
};

type Rates = NonNullable<NonNullable<PreparedCatalogue["seller"]["configuration"]>["invoice"]>["rates"];

/** Rates by ticket group id; the catalogue names a group 'event/group'. */
const ratesById = (
  { groups, ...rates }: Rates,
  { eventId, groupId }: { eventId: (key: string) => string; groupId: (event_id: string, key: string) => string },
) => ({
  ...rates,
  ...(groups && {
    groups: Object.fromEntries(
      Object.entries(groups).map(([name, percent]) => {
        const [event = "", group = ""] = name.split("/");
        return [groupId(eventId(event), group), percent];
      }),
    ),
  }),
});

type EventIds = ImageIds & {
  id: string;
  rank: number;
  venue_id: string | null;
  seat_map_id: string | null;
  typeIds: ReadonlyMap<string, string>;
  images: PreparedCatalogue["images"];
};

export const eventRow = (
  { key, timezone, event }: PreparedCatalogueEvent,
  { id, rank, venue_id, seat_map_id, imageId, typeIds, images }: EventIds,
): CatalogueEventRow => {
  const { image_cover, image_profile, ...meta } = event.meta ?? {};
  const alt = meta.image_profile_alt_text ?? images.find((image) => image.key === image_profile)?.alt;
  const display = event.config?.price_display;
  return toPlainJson({
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
      ...(image_cover !== undefined && {
        image_cover: imageId.get(image_cover),
        image_cover_focus: focusOf(images, image_cover),
      }),
      ...(image_profile !== undefined && {
        image_profile: imageId.get(image_profile),
        image_profile_alt_text: alt ?? undefined,
        image_profile_focus: focusOf(images, image_profile),
      }),
    },
    config: {
      ...event.config,
      ...(display && {
        price_display: {
          ...display,
          ...(display.primary_ticket_type !== undefined && {
            primary_ticket_type: typeIds.get(display.primary_ticket_type),
          }),
          ...(display.secondary_ticket_type !== undefined && {
            secondary_ticket_type: typeIds.get(display.secondary_ticket_type),
          }),
        },
      }),
    },
    seat_map_id,
    retired: false,
  });
};

/** A seat map and its seats. `seatId` returns the stored id of a seat, or a new one. */
export const seatMapRows = function* (
  { key, name, width, height, other_elements = [], map_geometry = [], seats }: PreparedSeatMap,
  { id, seatId }: { id: string; seatId: (key: string) => string },
): Steps<{ map: CatalogueSeatMapRow; seats: CatalogueSeatRow[] }> {
  const rows: CatalogueSeatRow[] = [];
  for (const { previous, next, ...seat } of seats) {
    yield;
    rows.push({
      ...seat,
      id: seatId(seat.key),
      seat_map_id: id,
      previous_id: previous === null ? null : seatId(previous),
      next_id: next === null ? null : seatId(next),
      retired: false,
    });
  }
  return {
    map: toPlainJson({ id, key, name, width, height, other_elements, map_geometry, retired: false }),
    seats: rows,
  };
};

export const groupRow = (
  { key, group, payment_plan, start_policy_date, sales_start, sales_end }: PreparedGroup,
  at: {
    id: string;
    event_template_id: string;
    rank: number;
    membership_program_id: string | null;
    gift_code_group_id: string | null;
  },
): CatalogueGroupRow =>
  toPlainJson({
    ...at,
    key,
    name: group.name,
    summary: group.summary ?? null,
    description: group.description ?? null,
    handler: group.handler ?? defaultHandler,
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
    seat_zones: group.seat_zones ?? [],
    physical_card: group.physical_card ?? false,
    payment_plan,
    retired: false,
  });

export const typeRow = (
  type: PreparedType,
  at: { id: string; ticket_group_id: string; rank: number; membership_role_id: string | null },
): CatalogueTypeRow => ({
  ...at,
  key: type.key,
  name: type.name,
  summary: type.summary,
  description: type.description,
  currency_amount: type.currency_amount,
  currency_amount_min: type.currency_amount_min,
  currency_amount_max: type.currency_amount_max,
  fee_fixed_outside: type.fee_fixed_outside,
  fee_percent_outside: type.fee_percent_outside,
  tax: type.tax,
  available: type.available,
  member_event_ticket_type: type.member_event_ticket_type,
  retired: false,
});

/** Drops the values that JSON drops, so that the row can be compared with one read from the database. */
const toPlainJson = <T>(row: T): T => JSON.parse(JSON.stringify(row)) as T;
