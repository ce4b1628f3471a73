/** Terms and numbers of members who come from elsewhere, for the back office. */
export { setImportedTerm, takenMemberNumbers } from "./importedTerm.sql.ts";
