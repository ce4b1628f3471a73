import type { DeviceRow } from "@foyer/contract/office/gate/devices.ts";
import { count } from "../../shared/format/format.ts";

/**
 * What a device scans for: everything, or the events and venues of these names and others that are no longer offered. A
 * device for retired events does not scan for all the others.
 */
export const scopeText = (
  { event_ids, venue_ids }: Pick<DeviceRow, "event_ids" | "venue_ids">,
  names: readonly string[],
): string => {
  const others = event_ids.length + venue_ids.length - names.length;
  if (names.length + others === 0) return "All events";
  return [...names, ...(others > 0 ? [`${count(others, "event")} no longer offered`] : [])].join(", ");
};
