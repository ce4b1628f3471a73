/** Terms and numbers of imported members, for the back office. */
export { setImportedTerm, takenMemberNumbers } from "./importedTerm.sql.ts";
