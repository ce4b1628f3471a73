import {
  importFields,
  requiredImportFields,
  type ImportColumns,
  type ImportField,
} from "@foyer/contract/office/members/memberImports.ts";
import { chosenColumns, type ChosenColumns, type ImportFields } from "../../../shared/csv/importColumns.ts";

const labels: Readonly<Record<ImportField, string>> = {
  first_name: "First name",
  last_name: "Last name",
  email: "Email address",
  level: "Level",
  first_day: "First day",
  last_day: "Last day",
  member_number: "Member number",
};

const usualNames: Readonly<Record<ImportField, readonly string[]>> = {
  first_name: ["firstname", "givenname", "forename"],
  last_name: ["lastname", "surname", "familyname"],
  email: ["email", "emailaddress", "mail"],
  level: ["level", "membership", "membershiplevel", "type"],
  first_day: ["firstday", "from", "start", "startdate", "validfrom"],
  last_day: ["lastday", "until", "end", "enddate", "validto", "validuntil", "expires", "expiry"],
  member_number: ["membernumber", "number", "memberid", "cardnumber"],
};

export const memberFileFields: ImportFields<ImportField> = importFields.map((name) => ({
  name,
  label: labels[name],
  isNeeded: requiredImportFields.some((needed) => needed === name),
  usual: usualNames[name],
}));

/** The columns in the form of the call; undefined if a required column is not chosen. */
export const sentColumns = (columns: ChosenColumns<ImportField>): ImportColumns | undefined =>
  chosenColumns(memberFileFields, columns) as ImportColumns | undefined;
