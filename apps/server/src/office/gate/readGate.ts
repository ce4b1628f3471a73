import type { readGate } from "@foyer/contract/office/gate/gate.ts";
import type { StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { instantText } from "./scanTime.ts";
import { todayAt } from "@foyer/rules/dates/localTime.ts";
import type { GateContext } from "../../http/staff/staffContext.ts";
import { noteContact } from "./devices.sql.ts";
import { scopeOf, zoneOfPlace } from "./gateSubject.ts";
import { countOnSiteAt } from "./onSite/onSite.sql.ts";
import { doublesOf, gateEvents } from "./readGate.sql.ts";
import { supervisorsAtGate } from "./supervisor/checkSupervisor.ts";
import { sessionsAtGate } from "./sessionsAtGate.ts";

const shownDoubles = 5;

/** Today's sessions of a gate with their counters, and the gate's own settings. */
export const readGateOfToday = async (ctx: GateContext): Promise<StaffReply<typeof readGate>> => {
  const { db, seller, gate, now } = ctx;
  if (gate.kind === "device") await noteContact(db, seller.id, gate.id);
  const today = todayAt(now, seller.timezone);
  const events = await gateEvents(db, seller.id, scopeOf(ctx));
  const sessions = await sessionsAtGate(ctx, events, today);
  const place = zoneOfPlace(ctx, events);
  const withSession = new Set(sessions.map(({ event_template_id }) => event_template_id));
  return {
    now: instantText(now),
    today,
    timezone: seller.timezone,
    seller: seller.name,
    name: gate.kind === "device" ? gate.name : gate.staff.name,
    is_device: gate.kind === "device",
    ends_at: gate.kind === "device" ? gate.ends_at : null,
    may_admit_anyway: gate.kind === "staff" && gate.staff.can("scan.admit_anyway"),
    ...(await supervisorsAtGate(ctx)),
    settings: seller.configuration.gate ?? {},
    events: events
      .filter(({ id, has_terms }) => withSession.has(id) || has_terms || gate.kind === "device")
      .map(({ id, name, timezone, is_cards, gate }) => ({
        id,
        name,
        timezone: (is_cards ? place : undefined) ?? timezone,
        gate: gate ?? {},
      })),
    sessions: [...sessions],
    on_site: await countOnSiteAt(db, seller.id, {
      day: today,
      timezone: seller.timezone,
      at: instantText(now),
      venue_id: null,
    }),
    doubles: await doublesOf(db, seller.id, gate.kind === "device" ? gate.id : gate.staff.id, shownDoubles),
  };
};
