export {
  grantsEverywhere,
  insertGrants,
  lockGrants,
  lockOwners,
  deleteGrants,
  setSuspended,
  staffNames,
  staffOf,
} from "./grants.sql.ts";
