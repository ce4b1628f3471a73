import type { EventTemplate, TicketGroup } from "@foyer/contract/shop/catalog.ts";
import type { Ticket } from "@foyer/contract/shop/cart.ts";
import type { TicketActions } from "@foyer/contract/shop/aftersale/orderChanges.ts";
import type { OrderReply } from "@foyer/contract/shop/orders/orders.ts";
import { groupAttendeeFields, joinName, splitName, type Attendee } from "@foyer/rules/forms/attendees.ts";
import type { DetailGroup } from "@foyer/rules/forms/ticketDetails.ts";
import { plainText } from "@foyer/rules/values/text/plainText.ts";
import type { CorrectedNames } from "../aftersale.queries.ts";

/** The tickets of one group and date whose names can be corrected; each ticket's key is its id. */
export type NamedGroup = DetailGroup & { readonly event_name: string };

type NamedOrder = Pick<OrderReply, "lines" | "ticket" | "ticket_group" | "event_template">;

/** The groups of an order with names that can be corrected, in the order of its lines. */
export const namedGroups = (
  { lines, ticket, ticket_group, event_template }: NamedOrder,
  order_id: string,
  actions: readonly TicketActions[],
): readonly NamedGroup[] => {
  const canName = new Set(actions.filter((one) => one.actions.includes("names")).map(({ ticket_id }) => ticket_id));
  const groupOf = new Map<string, TicketGroup>(ticket_group?._data.map((one) => [one.id, one]));
  const eventOf = new Map<string, EventTemplate>(event_template?._data.map((one) => [one.id, one]));
  const rows = new Map<string, Ticket>(ticket?._data.map((one) => [one.id, one]));
  return (lines[order_id] ?? []).flatMap((line) => {
    const named = line.types.flatMap((type) =>
      type.ticket_ids
        .filter((id) => canName.has(id) && rows.has(id))
        .map((key, index) => ({
          ticket_group_id: type.ticket_group_id,
          ticket: { key, ticket_type_id: type.ticket_type_id, type_name: type.name, number: index + 1 },
        })),
    );
    return [...Map.groupBy(named, ({ ticket_group_id }) => ticket_group_id)].flatMap(([id, tickets]): NamedGroup[] => {
      const [group, event] = [groupOf.get(id), eventOf.get(line.event_template_id)];
      if (!group || !event) return [];
      const fields = groupAttendeeFields(group, event.meta);
      if (fields.names === "hidden" && fields.emails === "hidden") return [];
      return [
        {
          ticket_group_id: `${line.event_session_id ?? line.event_template_id} ${id}`,
          handler: group.handler,
          group_name: line.name,
          event_name: line.name,
          fields,
          attendees: tickets.map(({ ticket: one }) => one),
          survey: [],
        },
      ];
    });
  });
};

/** A ticket's name in the form: a label is one field. */
const attendeeOf = ({ fields }: NamedGroup, { admit_name, admit_email }: Ticket): Attendee => {
  const email = admit_email ?? "";
  const whole = { first: admit_name ?? "", last: "" };
  return { ...((fields.label ? undefined : splitName(whole.first)) ?? whole), email };
};

/** The current names, by ticket id. */
export const presentNames = (
  groups: readonly NamedGroup[],
  { ticket }: Pick<OrderReply, "ticket">,
): Readonly<Record<string, Attendee>> => {
  const rows = new Map<string, Ticket>(ticket?._data.map((one) => [one.id, one]));
  return Object.fromEntries(
    groups.flatMap((group) =>
      group.attendees.flatMap(({ key }) => {
        const row = rows.get(key);
        return row ? [[key, attendeeOf(group, row)] as const] : [];
      }),
    ),
  );
};

const isSame = (one: Attendee | undefined, other: Attendee): boolean =>
  joinName(one?.first ?? "", one?.last ?? "") === joinName(other.first, other.last) &&
  plainText(one?.email ?? "") === plainText(other.email);

/** The values to send: only tickets whose name or e-mail address has changed. */
export const correctedNames = (
  groups: readonly NamedGroup[],
  before: Readonly<Record<string, Attendee>>,
  now: Readonly<Record<string, Attendee>>,
): CorrectedNames =>
  groups.flatMap(({ fields, attendees }) =>
    attendees.flatMap(({ key }) => {
      const typed = now[key];
      if (!typed || isSame(before[key], typed)) return [];
      return [
        {
          ticket_id: key,
          admit_name: joinName(typed.first, typed.last),
          ...(fields.emails !== "hidden" && { admit_email: plainText(typed.email) }),
        },
      ];
    }),
  );
