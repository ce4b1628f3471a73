import { addDays } from "@foyer/rules/dates/localTime.ts";
import { offerEmail } from "../../modules/aftersale/venue/offerEmail.ts";
import { ticketsEndedEmail } from "../../modules/checkout/emails/sentTickets/ticketsEndedEmail.ts";
import { ticketsSentEmail } from "../../modules/checkout/emails/sentTickets/ticketsSentEmail.ts";
import { renewalLinkEmail } from "../../modules/renewals/byStaff/renewalLinkEmail.ts";
import { addressChangedEmail } from "../desk/addressChangedEmail.ts";
import { levelLinkEmail } from "../sale/levels/levelLinkEmail.ts";
import { counterLinkEmail } from "../sale/links/linkEmail.ts";
import {
  movedLine,
  sampleId,
  sampleName,
  sampleNumber,
  sampleToken,
  type Composer,
  type MadeUpOrder,
} from "./sampleOrder.ts";

const sentTicket = ({ line, timezone, visit }: MadeUpOrder) => ({
  id: sampleId,
  sending_id: sampleId,
  email: null,
  event_session_id: sampleId,
  event_name: line.name,
  type_name: "Adult",
  timezone,
  ticket_date_time: null,
  start_datetime: visit.start,
  all_day: false,
});

/** When the seats of a link are given up. */
const endOf = ({ now }: MadeUpOrder): string => Temporal.Instant.from(now).add({ minutes: 30 }).toString();

const level = "Friends";

/** E-mails about tickets that were sent on, and those with which staff ask somebody to act. */
export const linkSamples = {
  tickets_sent: ({ seller, origin, order }) =>
    ticketsSentEmail(seller, origin, {
      sending_id: sampleId,
      token: sampleToken,
      sender_name: sampleName,
      message: "See you there!",
      tickets: [sentTicket(order)],
    }),
  tickets_ended: ({ seller, origin, order }) => ticketsEndedEmail(seller, origin, [sentTicket(order)]),
  address_changed: ({ seller, origin }) => addressChangedEmail(seller, origin, sampleNumber),
  change_offered: ({ seller, origin, order }) => {
    const line = movedLine(order);
    return offerEmail(seller, origin, {
      order: { id: sampleId, order_number: sampleNumber, currency: order.currency },
      token: sampleToken,
      lines: [line],
      added: new Set(line.types.flatMap(({ ticket_ids }) => ticket_ids)),
      due: order.minor / 2,
      expires_at: endOf(order),
    });
  },
  counter_link: ({ seller, origin, order }) =>
    counterLinkEmail(seller, origin, {
      cart_id: sampleId,
      first_name: "Ada",
      total: order.minor,
      expires_at: endOf(order),
      lines: [order.line],
      ticket_ids: new Set(order.ticketIds),
    }),
  renewal_link: ({ seller, origin, order }) =>
    renewalLinkEmail(seller, origin, {
      level,
      first_name: "Ada",
      last_day: addDays(order.line.local_day ?? "", -1),
      price: order.minor,
    }),
  level_link: ({ seller, origin, order }) =>
    levelLinkEmail(seller, origin, {
      cart_id: sampleId,
      first_name: "Ada",
      level: "Patrons",
      former: level,
      total: order.minor,
      expires_at: endOf(order),
    }),
} as const satisfies Readonly<Record<string, Composer>>;
