import { useId } from "react";
import { useQuery } from "@tanstack/react-query";
import { maxTrialCodes, maxTrialLines, maxTrialQuantity } from "@foyer/contract/office/catalogue/discountTrial.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { Select } from "@foyer/ui/form/Select.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { typedAmount } from "../../../shared/format/amount.ts";
import { useSettled } from "../../../shared/useSettled.ts";
import { removeAt, replaceAt } from "../document.ts";
import {
  areCodes,
  isChosenPrice,
  isQuantity,
  isWhole,
  trialQuery,
  type DiscountChoices,
  type TypedCart,
  type TypedLine,
} from "./discountQueries.ts";
import { TrialReceipt } from "./TrialReceipt.tsx";
import { RemoveButton } from "../fields/RemoveButton.tsx";
import css from "./Discounts.module.css";

/** Milliseconds after the last key. */
const pauseMs = 300;

type TrialProps = {
  readonly slug: string;
  readonly cart: TypedCart;
  readonly onCart: (cart: TypedCart) => void;
  readonly choices: DiscountChoices | undefined;
  /** The version of the saved draft. */
  readonly version: number;
  readonly currency: string;
};

/** A trial cart, with its price according to the drafts. */
export function TrialPanel({ slug, cart, onCart, choices, version, currency }: TrialProps) {
  const heading = useId();
  const settled = useSettled(cart, pauseMs);
  const query = trialQuery(slug, settled, version);
  const { data, error } = useQuery(query);
  const set = (fields: Partial<TypedCart>): void => onCart({ ...cart, ...fields });
  const [last] = cart.lines.slice(-1);
  return (
    <section className={css.trial} aria-labelledby={heading}>
      <h2 id={heading} className={css.heading}>
        Try a cart
      </h2>
      <p className={css.quiet}>Priced like a cart in the storefront, with all drafts. No tickets are held.</p>
      {cart.lines.map((line, index) => (
        <LineFields
          key={index}
          name={`Tickets ${index + 1}`}
          line={line}
          events={choices?.events ?? []}
          onEdit={(next, day) => set({ lines: replaceAt(cart.lines, index, next), ...(day !== undefined && { day }) })}
          onRemove={cart.lines.length > 1 ? () => set({ lines: removeAt(cart.lines, index) }) : undefined}
        />
      ))}
      {cart.lines.length < maxTrialLines && (
        <div>
          <Button
            size="small"
            onClick={() => set({ lines: [...cart.lines, { ...emptyLine, event: last?.event ?? "" }] })}
          >
            Add tickets
          </Button>
        </div>
      )}
      <Field label="Day of the visit">
        <TextInput type="date" value={cart.day} onChange={({ target }) => set({ day: target.value })} />
      </Field>
      <Field
        label="Codes"
        hint="Separate several codes with spaces."
        error={areCodes(cart.codes) ? undefined : `At most ${maxTrialCodes} codes, of at most 35 letters each.`}
      >
        <TextInput value={cart.codes} autoComplete="off" onChange={({ target }) => set({ codes: target.value })} />
      </Field>
      {choices !== undefined && choices.levels.length > 0 && (
        <Field label="Buyer">
          <Select
            value={cart.level}
            options={[
              { value: "", label: "Not a member" },
              ...choices.levels.map(({ key, name }) => ({ value: key, label: name })),
            ]}
            onChange={({ target }) => set({ level: target.value })}
          />
        </Field>
      )}
      <Field label="Bought on" hint="Empty: now.">
        <TextInput type="date" value={cart.bought_on} onChange={({ target }) => set({ bought_on: target.value })} />
      </Field>
      <div role="status" aria-label="Price of the cart">
        {error ? (
          <p className={css.bad}>{error.message}</p>
        ) : (
          <TrialReceipt
            reply={query.enabled === false ? undefined : data}
            isWhole={isWhole(cart) && cart.day !== ""}
            currency={currency}
          />
        )}
      </div>
    </section>
  );
}

const emptyLine: TypedLine = { event: "", start: "", type: "", quantity: "1", price: "" };

type LineProps = {
  readonly name: string;
  readonly line: TypedLine;
  readonly events: DiscountChoices["events"];
  /** Called with a day if the chosen event has no session on the cart's day. */
  readonly onEdit: (line: TypedLine, day?: string) => void;
  readonly onRemove: (() => void) | undefined;
};

/** The types of an event's tickets as options, without those that ask for more than a number. */
const typesOf = (event: DiscountChoices["events"][number] | undefined) =>
  (event?.groups ?? [])
    .filter((group) => group.can_be_tried)
    .flatMap((group) =>
      group.types.map((type) => ({
        value: `${group.key}/${type.key}`,
        label: `${type.name}, ${group.name}`,
        isFlexible: type.price === null,
      })),
    );

function LineFields({ name, line, events, onEdit, onRemove }: LineProps) {
  const event = events.find(({ key }) => key === line.event);
  const types = typesOf(event);
  const starts = event?.starts ?? [];
  const choose = (key: string): void => {
    const chosen = events.find((one) => one.key === key);
    const [first] = typesOf(chosen);
    const day = chosen?.starts.length === 0 ? (chosen.next_day ?? undefined) : undefined;
    onEdit({ ...line, event: key, start: "", type: first?.value ?? "", price: "" }, day);
  };
  return (
    <fieldset className={css.line} aria-label={name}>
      <div className={css.wide}>
        <Field label="Event">
          <Select
            value={line.event}
            options={[
              { value: "", label: "Choose an event" },
              ...events.map((one) => ({ value: one.key, label: one.name })),
            ]}
            onChange={({ target }) => choose(target.value)}
          />
        </Field>
      </div>
      <Field label="Ticket type">
        <Select
          value={line.type}
          disabled={event === undefined}
          options={types.length > 0 ? types : [{ value: "", label: "None" }]}
          onChange={({ target }) => onEdit({ ...line, type: target.value, price: "" })}
        />
      </Field>
      <Field label="Number" error={isQuantity(line.quantity) ? undefined : `From 1 to ${maxTrialQuantity}.`}>
        <TextInput
          inputMode="numeric"
          value={line.quantity}
          onChange={({ target }) => onEdit({ ...line, quantity: target.value })}
        />
      </Field>
      {starts.length > 1 && (
        <Field label="Time">
          <Select
            value={line.start}
            options={[
              { value: "", label: "First of the day" },
              ...starts.map((start) => ({ value: start, label: start })),
            ]}
            onChange={({ target }) => onEdit({ ...line, start: target.value })}
          />
        </Field>
      )}
      {types.find(({ value }) => value === line.type)?.isFlexible === true && (
        <Field
          label="Chosen price"
          hint="Empty: the type’s own."
          error={isChosenPrice(line.price) ? undefined : "An amount such as 12.50."}
        >
          <TextInput
            inputMode="decimal"
            value={line.price}
            onChange={({ target }) => onEdit({ ...line, price: typedAmount(target.value) })}
          />
        </Field>
      )}
      {onRemove && (
        <div className={css.wide}>
          <RemoveButton name={name.toLowerCase()} onRemove={onRemove} />
        </div>
      )}
    </fieldset>
  );
}
