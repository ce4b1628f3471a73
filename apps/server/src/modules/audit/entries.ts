export { deleteOldEntries, entryCursor, findEntries as readEntries } from "./audit.sql.ts";
export type { EntryFilter, FoundEntry } from "./audit.sql.ts";
