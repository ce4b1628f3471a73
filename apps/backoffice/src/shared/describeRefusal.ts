import type { CallError } from "./call.ts";
import { formatAgo } from "./format/format.ts";

/** The fields that a change meanwhile gave another value, in brackets after a space; nothing if it names none. */
export const changedFieldsText = ({ changed_fields }: CallError["extra"]): string => {
  const fields = Array.isArray(changed_fields) ? changed_fields.map((field) => String(field).replaceAll("_", " ")) : [];
  return fields.length === 0 ? "" : ` (${fields.join(", ")})`;
};

/** Why a call was refused. If somebody else changed the record meanwhile: who, when and which fields. */
export const describeRefusal = ({ code, message, extra }: Pick<CallError, "code" | "message" | "extra">): string => {
  const { changed_by, changed_at } = extra;
  if (code !== "stale_version" || typeof changed_at !== "string") return message;
  const who = typeof changed_by === "string" ? changed_by : "Somebody";
  return `${who} changed this ${formatAgo(changed_at)}${changedFieldsText(extra)}. Check the current version and try again.`;
};
