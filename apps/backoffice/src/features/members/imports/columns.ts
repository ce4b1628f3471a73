import {
  importFields,
  requiredImportFields,
  type ImportColumns,
  type ImportField,
} from "@foyer/contract/office/members/memberImports.ts";

/** The column of each field, from 0. */
export type ChosenColumns = Readonly<Partial<Record<ImportField, number>>>;

export const fieldNames: Readonly<Record<ImportField, string>> = {
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

/** Columns that are named as usual. */
export const guessColumns = (header: readonly string[]): ChosenColumns => {
  const names = header.map((name) => name.toLowerCase().replace(/[^a-z]/g, ""));
  return Object.fromEntries(
    importFields.flatMap((field) => {
      const column = names.findIndex((name) => usualNames[field].includes(name));
      return column < 0 ? [] : [[field, column] as const];
    }),
  );
};

/** As they are sent; undefined: a column that is needed is not chosen. */
export const sentColumns = (columns: ChosenColumns): ImportColumns | undefined =>
  requiredImportFields.every((field) => columns[field] !== undefined) ? (columns as ImportColumns) : undefined;
