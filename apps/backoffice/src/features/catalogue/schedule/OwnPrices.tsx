import { use } from "react";
import { ChapterForm, TextField } from "../ChapterFields.tsx";
import { recordOf, withField, type Loose } from "../document.ts";
import { EventTypes } from "./priceTypes.ts";
import css from "./schedule.module.css";

type PricesProps = { readonly record: Loose; readonly at: string; readonly onEdit: (record: Loose) => void };

/** Prices that apply to these sessions only, for each ticket type of the event. */
export function OwnPrices({ record, at, onEdit }: PricesProps) {
  const types = use(EventTypes);
  const { problems, chapter } = use(ChapterForm);
  const prices = recordOf(record["prices"]);
  const path = `${at}.prices`;
  const known = new Set(types.map(({ key }) => `${path}.${key}`));
  const wrong = problems.filter((one) => one.chapter === chapter && one.path.startsWith(path) && !known.has(one.path));
  if (types.length === 0 && wrong.length === 0) return null;
  return (
    <>
      <div className={css.row} role="group" aria-label="Own prices">
        {types.map(({ key, name, price }) => (
          <TextField
            key={key}
            name={key}
            label={`Price of ${name}`}
            hint={price === "" ? undefined : `Empty: ${price}, or by its rule.`}
            at={path}
            record={prices}
            onEdit={(next) => onEdit(withField(record, "prices", Object.keys(next).length > 0 ? next : undefined))}
          />
        ))}
      </div>
      {wrong.map((one) => (
        <p key={one.path} className={css.error}>
          {one.message}
        </p>
      ))}
    </>
  );
}
