import {
  maxMinutesOfMove,
  maxPlaces,
  maxSessionMinutes,
  type SessionsChange,
  type listEventSessions,
} from "@foyer/contract/office/catalogue/eventSessions.ts";
import type { StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { Checkbox } from "@foyer/ui/choice/Checkbox.tsx";
import { RadioGroup } from "@foyer/ui/choice/RadioGroup.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { typedAmount } from "../../../shared/format/amount.ts";
import recordCss from "../../../shared/styles/Record.module.css";

export type SessionType = StaffReply<typeof listEventSessions>["types"][number];
type Kind = "places" | "time" | "length" | "prices" | "cancel" | "reinstate" | "put_back";

/** The fields of a change, as typed. */
export type TypedChange = {
  readonly kind: Kind;
  readonly capacity: string;
  readonly isUnlimited: boolean;
  readonly oversell: string;
  readonly later: string;
  readonly minutes: string;
  /** By 'group/type'. */
  readonly prices: Readonly<Record<string, string>>;
  readonly endsPrices: boolean;
};
export const noChange: TypedChange = {
  kind: "places",
  capacity: "",
  isUnlimited: false,
  oversell: "",
  later: "",
  minutes: "",
  prices: {},
  endsPrices: false,
};

const isCount = (text: string): boolean => /^\d{1,7}$/.test(text) && Number(text) <= maxPlaces;
const isMove = (text: string): boolean => /^-?[1-9]\d{0,5}$/.test(text) && Math.abs(Number(text)) <= maxMinutesOfMove;
const isLength = (text: string): boolean => /^[1-9]\d{0,4}$/.test(text) && Number(text) <= maxSessionMinutes;
/** Whether it is an amount with no more decimals than the type's usual price, which has those of the currency. */
const isPrice = (text: string, usual: string): boolean => {
  const [, most = ""] = usual.split(".");
  const [, decimals = ""] = text.split(".");
  return /^(?:0|[1-9]\d{0,11})(?:\.\d+)?$/.test(text) && decimals.length <= most.length;
};
const whole = (limit: number): string => limit.toLocaleString("en-GB");

/** What a field says about a text that is not valid; nothing while it is empty. */
const wrongUnless = (text: string, isValid: boolean, message: string): string | undefined =>
  text === "" || isValid ? undefined : message;

const placesOf = ({ isUnlimited, capacity, oversell }: TypedChange): SessionsChange | undefined => {
  // An unlimited capacity cannot be oversold.
  if (isUnlimited) return { capacity: -1 };
  const isTyped = capacity !== "" || oversell !== "";
  if (!isTyped || ![capacity, oversell].every((text) => text === "" || isCount(text))) return undefined;
  return {
    ...(capacity !== "" && { capacity: Number(capacity) }),
    ...(oversell !== "" && { oversell_capacity: Number(oversell) }),
  };
};

const pricesOf = ({ prices, endsPrices }: TypedChange, types: readonly SessionType[]): SessionsChange | undefined => {
  if (endsPrices) return { prices: Object.fromEntries(types.map(({ key }) => [key, null])) };
  const typed = types.filter(({ key }) => (prices[key] ?? "") !== "");
  return typed.length > 0 && typed.every(({ key, price }) => isPrice(prices[key] ?? "", price))
    ? { prices: Object.fromEntries(typed.map(({ key }) => [key, prices[key] ?? ""])) }
    : undefined;
};

/** The change in the form of the call; undefined while it is incomplete. */
export const changeOf = (typed: TypedChange, types: readonly SessionType[]): SessionsChange | undefined => {
  const { kind, later, minutes } = typed;
  if (kind === "cancel") return { cancelled: true };
  if (kind === "reinstate") return { cancelled: false };
  if (kind === "put_back") return { put_back: true };
  if (kind === "time") return isMove(later) ? { move_minutes: Number(later) } : undefined;
  if (kind === "length") return isLength(minutes) ? { minutes: Number(minutes) } : undefined;
  return kind === "prices" ? pricesOf(typed, types) : placesOf(typed);
};

type ChangeFieldsProps = {
  readonly typed: TypedChange;
  readonly types: readonly SessionType[];
  readonly onChange: (more: Partial<TypedChange>) => void;
};

/** What to change of the sessions: one thing at a time. */
export function ChangeFields({ typed, types, onChange }: ChangeFieldsProps) {
  return (
    <>
      <RadioGroup
        legend="What"
        value={typed.kind}
        onChange={(kind) => onChange({ kind: kind as Kind })}
        options={[
          { value: "places", label: "Places" },
          { value: "time", label: "Time" },
          { value: "length", label: "Length" },
          ...(types.length > 0 ? [{ value: "prices", label: "Prices" }] : []),
          { value: "cancel", label: "Cancel sessions without sales" },
          { value: "reinstate", label: "Restore cancelled sessions" },
          { value: "put_back", label: "Reset to the weekly times" },
        ]}
      />
      {typed.kind === "places" && <PlacesFields typed={typed} onChange={onChange} />}
      {typed.kind === "time" && (
        <Field
          label="Minutes later"
          error={wrongUnless(
            typed.later,
            typed.later === "-" || isMove(typed.later),
            `Whole minutes other than 0, at most ${whole(maxMinutesOfMove)}.`,
          )}
          hint="Use a minus for earlier. Buyers keep their tickets and seats, which show the new time."
        >
          <TextInput
            value={typed.later}
            onChange={({ target }) => onChange({ later: target.value.trim().replace("−", "-") })}
          />
        </Field>
      )}
      {typed.kind === "length" && (
        <Field
          label="Length in minutes"
          hint="The start does not change."
          error={wrongUnless(
            typed.minutes,
            isLength(typed.minutes),
            `Whole minutes, from 1 to ${whole(maxSessionMinutes)}.`,
          )}
        >
          <TextInput
            inputMode="numeric"
            value={typed.minutes}
            onChange={({ target }) => onChange({ minutes: target.value.trim() })}
          />
        </Field>
      )}
      {typed.kind === "prices" && <PriceFields typed={typed} types={types} onChange={onChange} />}
    </>
  );
}

function PlacesFields({ typed, onChange }: Omit<ChangeFieldsProps, "types">) {
  const wrongCount = (text: string) => wrongUnless(text, isCount(text), `A whole number, at most ${whole(maxPlaces)}.`);
  return (
    <>
      {!typed.isUnlimited && (
        <div className={recordCss.pair}>
          <Field label="Places" hint="Empty: no change." error={wrongCount(typed.capacity)}>
            <TextInput
              inputMode="numeric"
              value={typed.capacity}
              onChange={({ target }) => onChange({ capacity: target.value.trim() })}
            />
          </Field>
          <Field label="Extra places" hint="To make up for people who do not come." error={wrongCount(typed.oversell)}>
            <TextInput
              inputMode="numeric"
              value={typed.oversell}
              onChange={({ target }) => onChange({ oversell: target.value.trim() })}
            />
          </Field>
        </div>
      )}
      <Checkbox
        label="No limit"
        checked={typed.isUnlimited}
        onChange={({ target }) => onChange({ isUnlimited: target.checked })}
      />
    </>
  );
}

function PriceFields({ typed, types, onChange }: ChangeFieldsProps) {
  return (
    <>
      {!typed.endsPrices && (
        <div className={recordCss.pair}>
          {types.map(({ key, name, price }) => (
            <Field
              key={key}
              label={name}
              hint={`Empty: no change. Usually ${price}.`}
              error={wrongUnless(
                typed.prices[key] ?? "",
                isPrice(typed.prices[key] ?? "", price),
                `An amount such as ${price}.`,
              )}
            >
              <TextInput
                inputMode="decimal"
                value={typed.prices[key] ?? ""}
                onChange={({ target }) => onChange({ prices: { ...typed.prices, [key]: typedAmount(target.value) } })}
              />
            </Field>
          ))}
        </div>
      )}
      <Checkbox
        label="Remove their own prices"
        checked={typed.endsPrices}
        onChange={({ target }) => onChange({ endsPrices: target.checked })}
      />
    </>
  );
}
