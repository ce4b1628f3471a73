export {
  findAccount,
  insertAccount,
  lockStaffAccount,
  makeOperator,
  namesOf,
  readAccount,
  setPassword,
} from "./accounts.sql.ts";
export { demoEmails } from "./demoAccounts.sql.ts";
export type { StaffAccount } from "./accounts.sql.ts";
