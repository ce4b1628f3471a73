import {
  cardImportFields,
  requiredCardImportFields,
  type CardImportColumns,
  type CardImportField,
} from "@foyer/contract/office/money/giftCardImports.ts";
import { chosenColumns, type ChosenColumns, type ImportFields } from "../../../shared/csv/importColumns.ts";

const labels: Readonly<Record<CardImportField, string>> = {
  number: "Card number",
  balance: "Balance",
  last_day: "Last day",
  name: "For whom",
  email: "Email address",
};

const usualNames: Readonly<Record<CardImportField, readonly string[]>> = {
  number: ["number", "cardnumber", "giftcard", "giftcardnumber", "code"],
  balance: ["balance", "amount", "value", "left", "remaining"],
  last_day: ["lastday", "until", "end", "enddate", "validto", "validuntil", "expires", "expiry"],
  name: ["name", "recipient", "forwhom", "holder"],
  email: ["email", "emailaddress", "mail"],
};

export const cardColumns: ImportFields<CardImportField> = cardImportFields.map((name) => ({
  name,
  label: labels[name],
  isNeeded: requiredCardImportFields.some((needed) => needed === name),
  usual: usualNames[name],
}));

/** The columns in the form of the call; undefined if a required column is not chosen. */
export const sentCardColumns = (columns: ChosenColumns<CardImportField>): CardImportColumns | undefined =>
  chosenColumns(cardColumns, columns) as CardImportColumns | undefined;
