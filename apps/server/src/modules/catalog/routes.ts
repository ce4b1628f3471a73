import {
  checkPrices,
  getConfig,
  getEvent,
  getImage,
  getTicketGroup,
  listEventTemplates,
} from "@foyer/contract/shop/catalog.ts";
import { listEvents } from "@foyer/contract/shop/listing.ts";
import { getSellerPage } from "@foyer/contract/shop/pages/getSellerPage.ts";
import { getCalendar, getSession, listSessions, priceCalendar, priceSessions } from "@foyer/contract/shop/sessions.ts";
import { route } from "../../http/mount.ts";
import { readPrices } from "./offer/readPrices.ts";
import { readImage } from "./images/readImage.ts";
import { readSellerPage } from "./pages/readSellerPage.ts";
import { readListing } from "./listing/readListing.ts";
import { readCalendar, readPricedCalendar } from "./sessions/readCalendar.ts";
import { readConfig, readEvent, readEvents, readGroup } from "./events/readEvent.ts";
import { readSession } from "./sessions/readSession.ts";
import { readPricedSessions, readSessions } from "./sessions/readSessions.ts";

export const catalogRoutes = [
  route(listEvents, readListing, { isHeavy: true }),
  route(getEvent, readEvent, { refuses: ["event_not_found"] }),
  route(listSessions, readSessions, { isHeavy: true, refuses: ["event_not_found"] }),
  route(priceSessions, readPricedSessions, {
    isHeavy: true,
    refuses: ["event_not_found", "ticket_type_not_available"],
  }),
  route(getSession, readSession, { refuses: ["event_not_found", "event_session_not_found"] }),
  route(getCalendar, readCalendar, { isHeavy: true, refuses: ["event_not_found"] }),
  route(priceCalendar, readPricedCalendar, {
    isHeavy: true,
    refuses: ["event_not_found", "ticket_type_not_available"],
  }),
  route(checkPrices, readPrices, { refuses: ["event_not_found"] }),
  route(getConfig, readConfig, {
    mayCache: ({ config }, sent) => config._data.length === sent["resource_id._in"].length,
  }),
  route(listEventTemplates, readEvents, {
    mayCache: ({ event_template }, sent) => event_template._data.length === sent["id._in"].length,
  }),
  route(getTicketGroup, readGroup, { refuses: ["event_not_found"] }),
  route(getSellerPage, readSellerPage, { refuses: ["not_found"] }),
  route(getImage, readImage, { refuses: ["not_found"] }),
];
