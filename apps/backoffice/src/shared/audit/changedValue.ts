import { formatMoment } from "../format/format.ts";

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

/** A value of an audit log entry as the page shows it; moments are shown in the venue's time zone. */
export const changedValue = (value: unknown, timezone: string): string => {
  if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.map(String).join(", ").replaceAll("_", " ");
  if (typeof value !== "string") return JSON.stringify(value);
  return moment.test(value) ? formatMoment(value, timezone) : value;
};
