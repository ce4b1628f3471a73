import { use, type ReactNode } from "react";
import { ChangeAction } from "@foyer/contract/shop/aftersale/changePolicy.ts";
import type { ChangePolicy } from "@foyer/rules/aftersale/changePolicy.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Checkbox } from "@foyer/ui/choice/Checkbox.tsx";
import { ChapterForm, ChoiceField, isPathWithin, FieldNotes, TextField } from "../ChapterFields.tsx";
import { recordOf, withField, type Loose } from "../document.ts";
import { SwitchField } from "./SwitchField.tsx";
import forms from "../catalogue.module.css";
import { FieldGroup } from "../FieldGroup.tsx";

const actionNames: Readonly<Record<ChangeAction, string>> = {
  cancel: "Cancel tickets",
  reschedule: "Move to another time",
  exchange: "Exchange for another type",
  names: "Change the names on tickets",
};

type RulesProps = {
  readonly record: Loose;
  readonly at: string;
  readonly currency: string;
  readonly onEdit: (record: Loose) => void;
  /** The rules that apply to empty fields: the seller's for an event, the product's for a seller. */
  readonly otherwise: ChangePolicy;
  /** The label of the inherited value; for an event, "Same as the seller". */
  readonly inherits?: string | undefined;
};

/** What buyers can do with their tickets after the sale, until when, for which fee, and where the money is refunded to. */
export function ChangeRulesForm({ record, at, currency, onEdit, otherwise, inherits }: RulesProps) {
  const shared = { record, at, onEdit };
  const without = inherits ?? "No limit";
  return (
    <>
      <Actions record={record} at={at} onEdit={onEdit} otherwise={otherwise} inherits={inherits} />
      <Group title="Until when">
        <TextField
          {...shared}
          name="horizon_days"
          label="Days before the session"
          isNumber
          hint={`Whole days on the venue’s clock. Empty: ${(inherits ? `${inherits}, ${otherwise.horizon_days ?? "no limit"}` : without).toLowerCase()}.`}
        />
        <TextField
          {...shared}
          name="horizon_hours"
          label="Hours before its start"
          isNumber
          hint={`If both are set, both apply. Empty: ${(inherits ? `${inherits}, ${otherwise.horizon_hours ?? "no limit"}` : without).toLowerCase()}.`}
        />
        <SwitchField
          {...shared}
          name="change_sold_out"
          label="Tickets of sold-out sessions"
          otherwise={inherits ?? "Can be changed"}
          yes="Can be changed"
          no="Cannot be changed"
        />
      </Group>
      <FeeFields
        {...shared}
        name="cancel_fee"
        title="Kept when a ticket is cancelled"
        currency={currency}
        inherits={inherits}
      />
      <FeeFields
        {...shared}
        name="change_fee"
        title="Kept when a ticket is moved or exchanged"
        currency={currency}
        inherits={inherits}
      />
      <Group title="Where the money goes">
        <ChoiceField
          {...shared}
          name="refund_to"
          label="Refunds go"
          options={[
            ...(inherits ? [{ value: "", label: inherits }] : []),
            { value: "same_means", label: "To the original payment" },
            { value: "gift_card", label: "To a new gift card" },
            { value: "choice", label: "As the buyer chooses" },
          ]}
        />
        <TextField
          {...shared}
          name="gift_card_bonus"
          label="Gift card bonus, %"
          isNumber
          hint="Percentage of the refund, added if the buyer takes a gift card."
        />
      </Group>
    </>
  );
}

export function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <FieldGroup title={title}>
      <div className={forms.pair}>{children}</div>
    </FieldGroup>
  );
}

type ActionsProps = Pick<RulesProps, "record" | "at" | "onEdit" | "otherwise" | "inherits">;

function Actions({ record, at, onEdit, otherwise, inherits }: ActionsProps) {
  const { isReadOnly } = use(ChapterForm);
  const own = Array.isArray(record["allow"]) ? (record["allow"] as unknown[]) : undefined;
  const allowed = own ?? otherwise.allow;
  const toggle = (action: ChangeAction): void => {
    const next = ChangeAction.options.filter((one) => (one === action) !== allowed.includes(one));
    const isDefault = inherits === undefined && next.length === ChangeAction.options.length;
    onEdit(withField(record, "allow", isDefault ? undefined : next));
  };
  return (
    <Group title="What buyers can do themselves">
      {ChangeAction.options.map((action) => (
        <Checkbox
          key={action}
          label={actionNames[action]}
          checked={allowed.includes(action)}
          disabled={isReadOnly}
          onChange={() => toggle(action)}
        />
      ))}
      <FieldNotes of={(path) => isPathWithin(path, `${at}.allow`)} />
      {inherits !== undefined && own !== undefined && !isReadOnly && (
        <div>
          <Button size="small" kind="text" onClick={() => onEdit(withField(record, "allow", undefined))}>
            {inherits}
          </Button>
        </div>
      )}
    </Group>
  );
}

type FeeProps = Pick<RulesProps, "record" | "at" | "onEdit" | "currency" | "inherits"> & {
  readonly name: "cancel_fee" | "change_fee";
  readonly title: string;
};

function FeeFields({ record, at, onEdit, currency, inherits, name, title }: FeeProps) {
  const fee = recordOf(record[name]);
  const set = (next: Loose): void => onEdit(withField(record, name, Object.keys(next).length > 0 ? next : undefined));
  const shared = { record: fee, at: `${at}.${name}`, onEdit: set };
  return (
    <Group title={title}>
      <TextField
        {...shared}
        name="fixed"
        label="Per ticket"
        before={currency}
        hint={inherits && Object.keys(fee).length === 0 ? `${inherits}.` : "Never more than was paid for the ticket."}
      />
      <TextField {...shared} name="percent" label="Plus a percentage of its price, %" isNumber />
    </Group>
  );
}
