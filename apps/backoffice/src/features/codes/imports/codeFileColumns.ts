import {
  codeImportFields,
  requiredCodeImportFields,
  type CodeImportColumns,
  type CodeImportField,
} from "@foyer/contract/office/catalogue/codeImports.ts";
import { chosenColumns, type ChosenColumns, type ImportFields } from "../../../shared/csv/importColumns.ts";

const labels: Readonly<Record<CodeImportField, string>> = {
  code: "Code",
  max_uses: "Uses",
  first_day: "First day",
  last_day: "Last day",
};

const usualNames: Readonly<Record<CodeImportField, readonly string[]>> = {
  code: ["code", "promocode", "promotioncode", "vouchercode", "voucher", "coupon", "couponcode", "discountcode"],
  max_uses: ["uses", "maxuses", "limit", "usagelimit", "maxredemptions", "redemptions", "quantity"],
  first_day: ["firstday", "from", "start", "startdate", "startsat", "validfrom"],
  last_day: [
    "lastday",
    "until",
    "end",
    "enddate",
    "endsat",
    "validto",
    "validuntil",
    "expires",
    "expiry",
    "expirydate",
  ],
};

export const codeFileColumns: ImportFields<CodeImportField> = codeImportFields.map((name) => ({
  name,
  label: labels[name],
  isNeeded: requiredCodeImportFields.some((needed) => needed === name),
  usual: usualNames[name],
}));

/** The columns in the form of the call; undefined if a required column is not chosen. */
export const sentCodeColumns = (columns: ChosenColumns<CodeImportField>): CodeImportColumns | undefined =>
  chosenColumns(codeFileColumns, columns) as CodeImportColumns | undefined;
