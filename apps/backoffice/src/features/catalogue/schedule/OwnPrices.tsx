import { use } from "react";
import { isPathWithin, FieldNotes, TextField } from "../ChapterFields.tsx";
import { recordOf, withField, type Loose } from "../document.ts";
import { EventOfSessions, sessionPricedTypes } from "./priceTypes.ts";
import css from "./schedule.module.css";

type PricesProps = { readonly record: Loose; readonly at: string; readonly onEdit: (record: Loose) => void };

/** Prices that apply to these sessions only, for each ticket type of the event. */
export function OwnPrices({ record, at, onEdit }: PricesProps) {
  const prices = recordOf(record["prices"]);
  const types = sessionPricedTypes(use(EventOfSessions), [prices]);
  const path = `${at}.prices`;
  const known = new Set(types.map(({ key }) => `${path}.${key}`));
  return (
    <>
      {types.length > 0 && (
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
      )}
      <FieldNotes of={(one) => isPathWithin(one, path) && !known.has(one)} />
    </>
  );
}
