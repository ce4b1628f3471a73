import { use } from "react";
import { Checkbox } from "@foyer/ui/choice/Checkbox.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { Select } from "@foyer/ui/form/Select.tsx";
import {
  ChapterForm,
  ChoiceField,
  isPathWithin,
  MoreFields,
  FieldNotes,
  TextField,
  useMessagesAt,
} from "../ChapterFields.tsx";
import { recordOf, textOf, withField, type Loose } from "../document.ts";
import { freshKey } from "../fields/freshKey.ts";
import { RowsEditor } from "../pages/RowsEditor.tsx";
import type { DiscountChoices } from "./discountQueries.ts";
import { discountSummary } from "./discountSummary.ts";
import { ScopesForm } from "./ScopesForm.tsx";
import forms from "../catalogue.module.css";
import css from "./Discounts.module.css";

type ListProps = {
  readonly discounts: readonly Loose[];
  readonly choices: DiscountChoices | undefined;
  readonly currency: string;
  readonly onEdit: (discounts: readonly Loose[]) => void;
};

/** The discounts in the order in which they apply. */
export function DiscountList({ discounts, choices, currency, onEdit }: ListProps) {
  const { problems } = use(ChapterForm);
  return (
    <RowsEditor
      title="In the order in which they apply"
      lead="A cart gets either one discount that stands alone or all the others together, whichever is best for the buyer."
      rows={discounts}
      onEdit={onEdit}
      nameOf={({ name }, index) => textOf(name) || `discount ${index + 1}`}
      begin={() => ({ key: freshKey("discount"), name: "", percent: 10 })}
      addLabel="Add a discount"
      summaryOf={(discount) => discountSummary(discount, currency)}
      at=""
      hasProblem={(index) => problems.some(({ path }) => path.startsWith(`[${index}]`))}
    >
      {(discount, index, onRow) => (
        <DiscountFields discount={discount} at={`[${index}]`} choices={choices} currency={currency} onEdit={onRow} />
      )}
    </RowsEditor>
  );
}

type DiscountProps = {
  readonly discount: Loose;
  /** The path of the discount in the chapter. */
  readonly at: string;
  readonly choices: DiscountChoices | undefined;
  readonly currency: string;
  readonly onEdit: (discount: Loose) => void;
};

const limits = ["description", "min_tickets", "max_tickets", "valid_from", "valid_to", "visits"];

function DiscountFields({ discount, at, choices, currency, onEdit }: DiscountProps) {
  const shared = { record: discount, at, onEdit };
  const visits = {
    record: recordOf(discount["visits"]),
    at: `${at}.visits`,
    onEdit: (next: Loose) => onEdit(withField(discount, "visits", Object.keys(next).length > 0 ? next : undefined)),
  };
  return (
    <>
      <TextField {...shared} name="name" label="Name" hint="Shown in the cart." />
      <BenefitFields discount={discount} at={at} currency={currency} onEdit={onEdit} />
      <CodesField discount={discount} at={at} groups={choices?.code_groups} onEdit={onEdit} />
      <ScopesForm discount={discount} at={at} events={choices?.events ?? []} onEdit={onEdit} />
      <ChoiceField
        {...shared}
        name="stacking"
        label="With other discounts"
        options={[
          { value: "alone", label: "Stands alone" },
          { value: "with_others", label: "Combines with others that combine" },
        ]}
      />
      <MoreFields {...shared} label="How many tickets, when it is bought, days of the visit" names={limits}>
        <div className={forms.grid}>
          <TextField {...shared} name="min_tickets" label="Minimum tickets" isNumber />
          <TextField
            {...shared}
            name="max_tickets"
            label="Maximum discounted tickets"
            isNumber
            hint="The most expensive first. Empty: all."
          />
          <TextField {...shared} name="valid_from" label="Bought from" hint="Like 2027-03-01 09:00." />
          <TextField {...shared} name="valid_to" label="Bought before" hint="Like month+1 12:00." />
          <TextField {...visits} name="from" label="First day of the visit" hint="Like 2027-03-01." />
          <TextField {...visits} name="until" label="Last day of the visit" hint="Like today+30d." />
        </div>
        <TextField {...shared} name="description" label="Description" rows={2} />
      </MoreFields>
    </>
  );
}

const benefits = [
  { value: "percent", label: "Percent off" },
  { value: "amount", label: "An amount off" },
  { value: "price", label: "A new price, if lower" },
] as const;

function BenefitFields({ discount, at, currency, onEdit }: Omit<DiscountProps, "choices">) {
  const { isReadOnly } = use(ChapterForm);
  const kind = benefits.find(({ value }) => discount[value] !== undefined)?.value ?? "percent";
  const choose = (next: string): void => {
    const { percent: _, amount: __, price: ___, ...rest } = discount;
    onEdit({ ...rest, [next]: discount[kind] ?? "" });
  };
  const shared = { record: discount, at, onEdit: (next: Loose) => onEdit({ [kind]: "", ...next }) };
  return (
    <div className={forms.pair}>
      <Field label="What it gives" {...useMessagesAt(at)}>
        <Select value={kind} disabled={isReadOnly} options={benefits} onChange={({ target }) => choose(target.value)} />
      </Field>
      {kind === "percent" ? (
        <TextField {...shared} name="percent" label="Percent" isNumber />
      ) : (
        <TextField {...shared} name={kind} label={`Amount, ${currency}`} before={currency} />
      )}
      <ChoiceField
        record={discount}
        at={at}
        onEdit={onEdit}
        name="per"
        label="Applies"
        options={[
          { value: "ticket", label: "For each ticket" },
          { value: "cart", label: "Once for all tickets together" },
        ]}
      />
    </div>
  );
}

type CodesProps = Pick<DiscountProps, "discount" | "at" | "onEdit"> & {
  /** Undefined until they are loaded. */
  readonly groups: DiscountChoices["code_groups"] | undefined;
};

/** With no group chosen, the discount is for everybody. A group that the catalogue lacks stays visible. */
function CodesField({ discount, at, groups, onEdit }: CodesProps) {
  const { isReadOnly } = use(ChapterForm);
  const { codes } = discount;
  const chosen: readonly unknown[] = Array.isArray(codes) ? codes : [];
  if (!groups) return null;
  const missing = chosen.filter((key) => !groups.some((group) => group.key === key)).map(textOf);
  const options = [...groups, ...missing.map((key) => ({ key, name: key }))];
  if (options.length === 0) return null;
  const choose = (key: string, isChosen: boolean): void => {
    const next = isChosen ? [...chosen, key] : chosen.filter((one) => one !== key);
    onEdit(withField(discount, "codes", next.length > 0 ? next : undefined));
  };
  return (
    <fieldset className={css.scope}>
      <legend className={forms.legend}>
        {chosen.length > 0 ? "Only with a code of" : "For everybody. To require a code, choose code groups:"}
      </legend>
      <div className={css.choices}>
        {options.map(({ key, name }) => (
          <Checkbox
            key={key}
            label={name}
            checked={chosen.includes(key)}
            disabled={isReadOnly}
            onChange={({ target }) => choose(key, target.checked)}
          />
        ))}
      </div>
      <FieldNotes of={(path) => isPathWithin(path, `${at}.codes`)} />
    </fieldset>
  );
}
