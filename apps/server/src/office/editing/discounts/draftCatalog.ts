import type { CatalogSnapshot, SessionSnapshot, TicketGroupSnapshot } from "@foyer/rules/hold/catalogSnapshot.ts";
import type { DesiredCatalogue } from "../../../catalogue/diff/desiredCatalogue.ts";
import type {
  CatalogueEventRow,
  CatalogueGroupRow,
  CatalogueSessionRow,
} from "../../../catalogue/diff/catalogueRows.ts";

const unlimited = { capacity: -1, oversell_capacity: 0, used_capacity: 0 };

/**
 * Rows of an unpublished catalogue in the form that a hold reads. Capacities are unlimited and visitors' names are not
 * asked for, since neither affects a price.
 */
export const draftCatalog = (
  rows: DesiredCatalogue,
): Pick<CatalogSnapshot, "sessions" | "groups" | "types" | "rules" | "discounts"> => {
  const events = new Map(rows.events.map((event) => [event.id, event]));
  const prices = Map.groupBy(rows.prices, ({ event_session_id }) => event_session_id);
  return {
    sessions: new Map(
      rows.sessions.map((session) => {
        const own = prices.get(session.id)?.map(({ ticket_type_id, amount }) => [ticket_type_id, amount] as const);
        return [session.id, sessionOf(session, own ? Object.fromEntries(own) : null)];
      }),
    ),
    groups: new Map(
      rows.groups.flatMap((group) => {
        const event = events.get(group.event_template_id);
        return event ? [[group.id, groupOf(group, event)] as const] : [];
      }),
    ),
    types: new Map(rows.types.map((type) => [type.id, type])),
    // In the form in which the database returns them.
    rules: rows.rules as unknown as CatalogSnapshot["rules"],
    discounts: rows.discounts as unknown as CatalogSnapshot["discounts"],
  };
};

const sessionOf = (session: CatalogueSessionRow, own: SessionSnapshot["own"]): SessionSnapshot => ({
  ...session,
  ...unlimited,
  own,
});

const groupOf = (row: CatalogueGroupRow, event: CatalogueEventRow): TicketGroupSnapshot => {
  const { name, event_type, timezone, retired, config, hidden_type } = event;
  const group = {
    ...row,
    ...unlimited,
    additional_info_spec: null,
    meta: withoutQuestions(row.meta),
    event: {
      name,
      event_type,
      timezone,
      retired,
      meta: withoutQuestions(event.meta),
      // Vouchers do not affect prices.
      config: { ...config, citypass: false },
      hidden_type,
    },
  };
  return group as unknown as TicketGroupSnapshot;
};

const withoutQuestions = ({ admit_names: _names, admit_emails: _emails, ...meta }: Readonly<Record<string, unknown>>) =>
  meta;
