import {
  checkPrices as checkPricesCall,
  getConfig,
  getEvent,
  getImage,
  getTicketGroup,
  listEventTemplates,
} from "@foyer/contract/shop/catalog.ts";
import { listEvents as listEventsCall } from "@foyer/contract/shop/listing.ts";
import { getCalendar, getSession, listSessions, priceCalendar, priceSessions } from "@foyer/contract/shop/sessions.ts";
import { route } from "../../http/mount.ts";
import { checkPrices } from "./offer/checkPrices.ts";
import { readImage } from "./images/readImage.ts";
import { listEvents } from "./listing/listEvents.ts";
import { readCalendar, readPricedCalendar } from "./sessions/readCalendar.ts";
import { readConfig, readEvent, readEvents, readGroup } from "./events/readEvent.ts";
import { readSession } from "./sessions/readSession.ts";
import { readPricedSessions, readSessions } from "./sessions/readSessions.ts";

export const catalogRoutes = [
  route(listEventsCall, listEvents, { isHeavy: true }),
  route(getEvent, readEvent),
  route(listSessions, readSessions, { isHeavy: true }),
  route(priceSessions, readPricedSessions, { isHeavy: true }),
  route(getSession, readSession),
  route(getCalendar, readCalendar, { isHeavy: true }),
  route(priceCalendar, readPricedCalendar, { isHeavy: true }),
  route(checkPricesCall, checkPrices),
  route(getConfig, readConfig),
  route(listEventTemplates, readEvents),
  route(getTicketGroup, readGroup),
  route(getImage, readImage),
];
