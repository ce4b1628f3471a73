import {
  checkPrices as checkPricesCall,
  getConfig,
  getEvent,
  getImage,
  getTicketGroup,
  listEventTemplates,
} from "@foyer/contract/catalog.ts";
import { listEvents as listEventsCall } from "@foyer/contract/listing.ts";
import { getCalendar, getSession, listSessions, priceCalendar, priceSessions } from "@foyer/contract/sessions.ts";
import { on } from "../../http/mount.ts";
import { checkPrices } from "./checkPrices.ts";
import { readImage } from "./images.ts";
import { listEvents } from "./listEvents.ts";
import { readCalendar, readPricedCalendar } from "./readCalendar.ts";
import { readConfig, readEvent, readEvents, readGroup } from "./readEvent.ts";
import { readSession } from "./readSession.ts";
import { readPricedSessions, readSessions } from "./readSessions.ts";

export const catalogRoutes = [
  on(listEventsCall, listEvents, { heavy: true }),
  on(getEvent, readEvent),
  on(listSessions, readSessions, { heavy: true }),
  on(priceSessions, readPricedSessions, { heavy: true }),
  on(getSession, readSession),
  on(getCalendar, readCalendar, { heavy: true }),
  on(priceCalendar, readPricedCalendar, { heavy: true }),
  on(checkPricesCall, checkPrices),
  on(getConfig, readConfig),
  on(listEventTemplates, readEvents),
  on(getTicketGroup, readGroup),
  on(getImage, readImage),
];
