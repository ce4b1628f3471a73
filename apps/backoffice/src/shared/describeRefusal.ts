import type { CallError } from "./call.ts";
import { formatAgo } from "./format/format.ts";

/** Why a call was refused. If somebody else changed the record meanwhile: who, when and which fields. */
export const describeRefusal = ({ code, message, extra }: Pick<CallError, "code" | "message" | "extra">): string => {
  const { changed_by, changed_at, changed_fields } = extra;
  if (code !== "stale_version" || typeof changed_at !== "string") return message;
  const who = typeof changed_by === "string" ? changed_by : "Somebody";
  const fields = Array.isArray(changed_fields) ? changed_fields.map((field) => String(field).replaceAll("_", " ")) : [];
  const what = fields.length === 0 ? "" : ` (${fields.join(", ")})`;
  return `${who} changed this ${formatAgo(changed_at)}${what}. Check the current version and try again.`;
};
