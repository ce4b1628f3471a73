export {
  grantsEverywhere,
  insertGrants,
  lockGrants,
  lockOwners,
  deleteGrants,
  setSuspended,
  staffOf,
} from "./grants.sql.ts";
