import type { AuditEntity } from "@foyer/contract/office/staff/auditActions.ts";
import type { Permission } from "@foyer/contract/office/staff/permissions.ts";

/** The screen that shows what an entry is about. */
export type ThingTarget = {
  readonly to: `/$slug/${string}`;
  readonly params?: Readonly<Record<string, string>>;
  readonly search?: Readonly<Record<string, string>>;
};

type Screen = { readonly can: Permission; readonly of: (id: string) => ThingTarget };
const screen = (can: Permission, to: ThingTarget["to"]): Screen => ({ can, of: () => ({ to }) });

const ofChapter = (id: string): ThingTarget => {
  const [chapter = "", key = ""] = id.split("/");
  return chapter === "event"
    ? { to: "/$slug/catalogue/event/$key", params: { key } }
    : { to: "/$slug/catalogue/chapter/$", params: { _splat: id } };
};

/** Codes of several groups have no group. */
const ofCodeGroup = (id: string): ThingTarget =>
  id === "several" ? { to: "/$slug/codes" } : { to: "/$slug/codes", search: { code_group_id: id } };

/** The screens of things; a thing without one has only its entries in the audit log. */
const screens: Readonly<Partial<Record<AuditEntity, Screen>>> = {
  order: { can: "order.read", of: (number) => ({ to: "/$slug/orders/$number", params: { number } }) },
  payment: { can: "money.read", of: (payment) => ({ to: "/$slug/money/payments/$payment", params: { payment } }) },
  member: { can: "member.read", of: (id) => ({ to: "/$slug/members/$id", params: { id } }) },
  code: { can: "code.read", of: (id) => ({ to: "/$slug/codes/$id", params: { id } }) },
  gift_card: { can: "gift_card.read", of: (id) => ({ to: "/$slug/gift-cards/$id", params: { id } }) },
  bulk_job: { can: "bulk.run", of: (id) => ({ to: "/$slug/bulk/$id", params: { id } }) },
  payment_plan: { can: "bulk.run", of: (number) => ({ to: "/$slug/plans/$number", params: { number } }) },
  code_group: { can: "code.read", of: ofCodeGroup },
  session: { can: "order.read", of: (id) => ({ to: "/$slug/orders", search: { event_session_id: id } }) },
  chapter: { can: "catalogue.read", of: ofChapter },
  catalogue: screen("catalogue.read", "/$slug/catalogue/history"),
  picture: screen("catalogue.read", "/$slug/catalogue/pictures"),
  code_batch: screen("code.read", "/$slug/codes"),
  gift_card_batch: screen("gift_card.read", "/$slug/gift-cards"),
  gift_membership: screen("member.read", "/$slug/members/gifts"),
  member_import: screen("bulk.run", "/$slug/members/import"),
  device: screen("device.manage", "/$slug/gate"),
  journal: screen("money.read", "/$slug/money/journal"),
  webhook: screen("money.read", "/$slug/money"),
  till: screen("till.read_all", "/$slug/tills"),
  counter_sale: screen("sale.make", "/$slug/counter"),
  invitation: screen("staff.read", "/$slug/staff"),
  operator_permit: screen("staff.read", "/$slug/staff"),
  payment_keys: screen("keys.edit", "/$slug/payment-keys"),
  service_keys: screen("keys.edit", "/$slug/service-keys"),
};

type Thing = { readonly kind: string; readonly id: string };
const screenOf = ({ kind, id }: Thing, can: (permission: Permission) => boolean): ThingTarget | null => {
  const found = Object.hasOwn(screens, kind) ? screens[kind as AuditEntity] : undefined;
  return found && can(found.can) ? found.of(id) : null;
};

type Entry = { readonly entity_kind: string; readonly entity_id: string; readonly shown_by: Thing | null };

/**
 * Where an entry's thing is shown: with the thing that shows it, or on a screen of its own. Null if the reader can see
 * neither.
 */
export const thingTarget = (
  { entity_kind, entity_id, shown_by }: Entry,
  can: (permission: Permission) => boolean,
): ThingTarget | null => (shown_by && screenOf(shown_by, can)) ?? screenOf({ kind: entity_kind, id: entity_id }, can);
