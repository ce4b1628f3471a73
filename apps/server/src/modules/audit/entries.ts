export {
  deleteOldEntries,
  entryCursor,
  findEntries as readEntries,
  overriddenRule,
  overridingActions,
} from "./audit.sql.ts";
export type { EntryFilter, FoundEntry } from "./audit.sql.ts";
