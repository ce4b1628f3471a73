import { nothingFoundText } from "@foyer/contract/refusalDescriptions.ts";
import { CallError } from "./call.ts";
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

/** Whether the refused fields are the ends of one span: 'ends_from' and 'ends_to'. */
const isSpan = ([first = "", last = "", ...others]: readonly string[]): boolean =>
  others.length === 0 && first.endsWith("from") && last.endsWith("to");

/** Why a screen could not be loaded, and whether trying again can help. It cannot for an address that is wrong. */
export const describeLoadError = (error: Error): { readonly text: string; readonly canRetry: boolean } => {
  const { status, fields } = error instanceof CallError ? error : { status: 0, fields: [] };
  if (status === 400 && isSpan(fields))
    return { text: "The days end before they begin. Choose a later end.", canRetry: false };
  if (status === 400) return { text: nothingFoundText, canRetry: false };
  return { text: error.message, canRetry: status !== 404 };
};
