import { handlerNames } from "@foyer/contract/handlers.ts";
import { isTaxed } from "@foyer/rules/catalog/handlers.ts";
import { includedTax } from "@foyer/rules/checkout/taxLines.ts";
import { fromDecimal, toDecimal } from "@foyer/rules/values/money.ts";
import { formatMoney, formatRate } from "../../../shared/format/format.ts";
import { FieldNotes, TextField } from "../ChapterFields.tsx";
import { recordOf, textOf, withField, type Loose } from "../document.ts";
import css from "../catalogue.module.css";

type Props = {
  readonly type: Loose;
  readonly group: Loose;
  /** The path of the type: "groups[0].types[1]". */
  readonly at: string;
  readonly currency: string;
  readonly onEdit: (type: Loose) => void;
};

/** The tax included in a type's price. Types that bear no tax have no such fields. */
export function TypeTaxFields({ type, group, at, currency, onEdit }: Props) {
  if (type["tax"] === undefined && !mayBeTaxed(group)) return null;
  const tax = recordOf(type["tax"]);
  const shared = {
    record: tax,
    at: `${at}.tax`,
    onEdit: (next: Loose) => onEdit(withField(type, "tax", Object.keys(next).length > 0 ? next : undefined)),
  };
  return (
    <>
      <div className={css.grid}>
        <TextField
          {...shared}
          name="name"
          label="Tax in the price"
          hint="Its name on receipts, such as VAT. Empty: no tax is shown for this type."
        />
        <TextField
          {...shared}
          name="rate"
          label="Tax rate"
          before="%"
          hint="Of the price without tax. Existing orders keep their rate."
        />
      </div>
      <FieldNotes of={(path) => path === `${at}.tax`} nameOf={() => "The tax"} />
      <p className={`${css.quiet} ${css.sentence}`} aria-live="polite">
        {receiptSentence(textOf(type["price"]), { name: textOf(tax["name"]), rate: textOf(tax["rate"]), currency })}
      </p>
    </>
  );
}

const mayBeTaxed = (group: Loose): boolean => {
  const handler = handlerNames.find((name) => name === group["handler"]);
  return handler === undefined || isTaxed({ handler });
};

/** '£12.50 includes £0.81 VAT (6.9%).' Empty while a field is empty or invalid. */
const receiptSentence = (
  price: string,
  { name, rate, currency }: { readonly name: string; readonly rate: string; readonly currency: string },
): string => {
  const gross = fromDecimal(price, currency);
  const percent = Number(rate);
  if (gross === undefined || name.trim() === "" || !/^\d{1,3}(?:\.\d{1,3})?$/.test(rate) || percent > 100) return "";
  const money = (amount: number): string => formatMoney(toDecimal(amount, currency), currency);
  return `Receipts say: ${money(gross)} includes ${money(includedTax(gross, percent))} ${name.trim()} (${formatRate(percent)}).`;
};
