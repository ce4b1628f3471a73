import { use } from "react";
import { Button } from "@foyer/ui/action/Button.tsx";
import { ChapterForm, FieldNotes, TextField } from "../ChapterFields.tsx";
import { recordsOf, removeAt, replaceAt, withField, type Loose } from "../document.ts";
import { RemoveButton } from "../fields/RemoveButton.tsx";
import css from "../catalogue.module.css";

type Props = { readonly group: Loose; readonly at: string; readonly onEdit: (group: Loose) => void };

/** A starting point: 30 % at the purchase and the rest 30 days later. */
const newPlan: readonly Loose[] = [{ percent: 30 }, { percent: 70, due_days: 30 }];

/** The instalments in which a group's tickets can be paid. */
export function PaymentPlanForm({ group, at, onEdit }: Props) {
  const { isReadOnly } = use(ChapterForm);
  const parts = recordsOf(group["payment_plan"]);
  const set = (next: readonly Loose[]): void =>
    onEdit(withField(group, "payment_plan", next.length > 0 ? next : undefined));
  return (
    <div className={css.stack} role="group" aria-label="Payment plan">
      {parts.map((part, index) => (
        <div key={index} className={css.grid}>
          <TextField
            record={part}
            at={`${at}.payment_plan[${index}]`}
            onEdit={(next) => set(replaceAt(parts, index, next))}
            name="percent"
            label={index === 0 ? "At the purchase, %" : `Part ${index + 1}, %`}
            isNumber
          />
          {(index > 0 || part["due_days"] !== undefined) && (
            <TextField
              record={part}
              at={`${at}.payment_plan[${index}]`}
              onEdit={(next) => set(replaceAt(parts, index, next))}
              name="due_days"
              label={`Part ${index + 1}, days after the purchase`}
              isNumber
            />
          )}
          {!isReadOnly && index > 1 && (
            <RemoveButton name={`part ${index + 1}`} onRemove={() => set(removeAt(parts, index))} />
          )}
        </div>
      ))}
      <FieldNotes of={(path) => path === `${at}.payment_plan`} />
      {!isReadOnly && (
        <div>
          {parts.length === 0 ? (
            <Button size="small" onClick={() => set(newPlan)}>
              Offer payment in parts
            </Button>
          ) : (
            <>
              <Button size="small" onClick={() => set([...parts, { percent: "", due_days: "" }])}>
                Add a part
              </Button>{" "}
              <Button size="small" kind="text" onClick={() => set([])}>
                Remove the payment plan
              </Button>
            </>
          )}
        </div>
      )}
    </div>
  );
}
