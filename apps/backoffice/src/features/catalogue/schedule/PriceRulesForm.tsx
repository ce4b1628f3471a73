import { use } from "react";
import { Checkbox } from "@foyer/ui/choice/Checkbox.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { ChapterForm, FieldNotes } from "../ChapterFields.tsx";
import type { ChapterReply } from "../catalogueQueries.ts";
import { recordOf, recordsOf, removeAt, replaceAt, textOf, withField, type Loose } from "../document.ts";
import { DaysFields } from "./DaysFields.tsx";
import { ruleNames, sessionPricedTypes, type OfferedType } from "./priceTypes.ts";
import { listField } from "./scheduleFields.ts";
import { SessionCalendar } from "./SessionCalendar.tsx";
import { TimeField } from "./TimeField.tsx";
import { WeekdayChoice } from "./WeekFields.tsx";
import { AddButton } from "../fields/AddButton.tsx";
import { RemoveButton } from "../fields/RemoveButton.tsx";
import css from "./schedule.module.css";

type Props = { readonly event: Loose; readonly read: ChapterReply; readonly onEdit: (event: Loose) => void };

/**
 * Prices that differ by day, weekday or time: a grid of ticket types and rules, and a calendar with the prices of each
 * session.
 */
export function PriceRulesForm({ event, read, onEdit }: Props) {
  const rules = recordsOf(event["prices"]);
  const types = sessionPricedTypes(
    event,
    rules.map(({ amounts }) => recordOf(amounts)),
  );
  const set = (next: readonly Loose[]) => onEdit(listField(event, "prices", next));
  return (
    <div className={css.editor}>
      <p className={css.lead}>
        A ticket type has the price of the first rule that matches the session and sets it. Otherwise it has its own
        price. So have passes and other tickets without a session.
      </p>
      {rules.map((rule, index) => (
        <Condition
          key={index}
          rule={rule}
          name={`Rule ${index + 1}`}
          at={`prices[${index}]`}
          today={read.today}
          onEdit={(next) => set(replaceAt(rules, index, next))}
          onRemove={() => set(removeAt(rules, index))}
        />
      ))}
      <AddButton onClick={() => set([...rules, { when: { on: ["sat", "sun"] }, amounts: {} }])}>Add a rule</AddButton>
      {rules.length > 0 && (
        <div>
          {types.length > 0 && <PriceGrid rules={rules} types={types} currency={read.currency} onEdit={set} />}
          <FieldNotes of={(path) => amountAt(path) !== undefined} nameOf={(path) => amountName(path, types)} />
        </div>
      )}
      <SessionCalendar
        event={event}
        timezone={read.timezone}
        today={read.today}
        venueClosed={read.venue?.closed}
        onEdit={onEdit}
        showsPrices
      />
    </div>
  );
}

type ConditionProps = {
  readonly rule: Loose;
  readonly name: string;
  readonly at: string;
  readonly today: string;
  readonly onEdit: (rule: Loose) => void;
  readonly onRemove: () => void;
};

function Condition({ rule, name, at, today, onEdit, onRemove }: ConditionProps) {
  const { isReadOnly } = use(ChapterForm);
  const when = recordOf(rule["when"]);
  const time = recordOf(when["time"]);
  const set = (next: Loose): void =>
    onEdit({
      ...rule,
      when: Array.isArray(next["on"]) && next["on"].length === 0 ? withField(next, "on", undefined) : next,
    });
  const setTime = (next: Loose): void => set(withField(when, "time", Object.keys(next).length > 0 ? next : undefined));
  return (
    <fieldset className={css.pattern}>
      <legend className={css.legend}>{name}</legend>
      <WeekdayChoice record={when} at={`${at}.when`} onEdit={set} />
      <div className={css.row}>
        <TimeField record={time} at={`${at}.when.time`} onEdit={setTime} name="from" label="Starts from" />
        <TimeField record={time} at={`${at}.when.time`} onEdit={setTime} name="until" label="Starts before" />
      </div>
      <Checkbox
        label="Only on some days"
        checked={when["days"] !== undefined}
        disabled={isReadOnly}
        onChange={({ target }) => set(withField(when, "days", target.checked ? today : undefined))}
      />
      {when["days"] !== undefined && (
        <div className={css.row}>
          <DaysFields days={when["days"]} at={`${at}.when.days`} onEdit={(days) => set({ ...when, days })} />
        </div>
      )}
      {!isReadOnly && (
        <div>
          <RemoveButton name={name.toLowerCase()} onRemove={onRemove} />
        </div>
      )}
    </fieldset>
  );
}

/** The rule and the type of an amount, from its path: 'prices[0].amounts.general/adult'. */
const amountAt = (path: string): { readonly rule: number; readonly type: string } | undefined => {
  const [, rule, type = ""] = /^prices\[(\d+)\]\.amounts\b\.?(.*)$/.exec(path) ?? [];
  return rule === undefined ? undefined : { rule: Number(rule), type };
};

const amountName = (path: string, types: readonly OfferedType[]): string => {
  const { rule = 0, type } = amountAt(path) ?? {};
  const name = types.find(({ key }) => key === type)?.name ?? type;
  return [name, `Rule ${rule + 1}`].filter(Boolean).join(", ") + ":";
};

type GridProps = {
  readonly rules: readonly Loose[];
  readonly types: readonly OfferedType[];
  readonly currency: string;
  readonly onEdit: (rules: readonly Loose[]) => void;
};

function PriceGrid({ rules, types, currency, onEdit }: GridProps) {
  const { isReadOnly, problems } = use(ChapterForm);
  const wrong = new Set(problems.map(({ path }) => path));
  const names = ruleNames(rules.length);
  const setPrice = (index: number, type: string, price: string): void =>
    onEdit(
      replaceAt(rules, index, {
        ...rules[index],
        amounts: withField(recordOf(rules[index]?.["amounts"]), type, price),
      }),
    );
  return (
    <div className={css.scroll}>
      <table className={css.grid}>
        <thead>
          <tr>
            <th scope="col">Ticket type</th>
            <th scope="col">Otherwise, {currency}</th>
            {names.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {types.map((type) => (
            <tr key={type.key}>
              <th scope="row">{type.name}</th>
              <td>{type.price || "–"}</td>
              {rules.map((rule, index) => (
                <td key={names[index]}>
                  <TextInput
                    data-at={`prices[${index}].amounts.${type.key}`}
                    aria-label={`${type.name}, ${names[index] ?? ""}`}
                    aria-invalid={wrong.has(`prices[${index}].amounts.${type.key}`)}
                    inputMode="decimal"
                    placeholder="as otherwise"
                    readOnly={isReadOnly}
                    value={textOf(recordOf(rule["amounts"])[type.key])}
                    onChange={({ target }) => setPrice(index, type.key, target.value)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
