import {
  checkPrices,
  getConfig,
  getEvent,
  getImage,
  getTicketGroup,
  listEventTemplates,
} from "@foyer/contract/shop/catalog.ts";
import { listEvents } from "@foyer/contract/shop/listing.ts";
import { getCalendar, getSession, listSessions, priceCalendar, priceSessions } from "@foyer/contract/shop/sessions.ts";
import { route } from "../../http/mount.ts";
import { readPrices } from "./offer/readPrices.ts";
import { readImage } from "./images/readImage.ts";
import { readListing } from "./listing/readListing.ts";
import { readCalendar, readPricedCalendar } from "./sessions/readCalendar.ts";
import { readConfig, readEvent, readEvents, readGroup } from "./events/readEvent.ts";
import { readSession } from "./sessions/readSession.ts";
import { readPricedSessions, readSessions } from "./sessions/readSessions.ts";

export const catalogRoutes = [
  route(listEvents, readListing, { heavy: true }),
  route(getEvent, readEvent),
  route(listSessions, readSessions, { heavy: true }),
  route(priceSessions, readPricedSessions, { heavy: true }),
  route(getSession, readSession),
  route(getCalendar, readCalendar, { heavy: true }),
  route(priceCalendar, readPricedCalendar, { heavy: true }),
  route(checkPrices, readPrices),
  route(getConfig, readConfig),
  route(listEventTemplates, readEvents),
  route(getTicketGroup, readGroup),
  route(getImage, readImage),
];
