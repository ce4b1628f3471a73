import type { DeskCancelQuote } from "@foyer/contract/office/orders/deskActions.ts";
import type { DeskOrder } from "@foyer/contract/office/orders/deskOrder.ts";
import { RadioGroup } from "@foyer/ui/choice/RadioGroup.tsx";
import { count } from "../../../shared/format/format.ts";
import { ticketNames } from "./orderDialog.tsx";

export const addOnChoices = ["go_along", "stay"] as const;
type AddOns = (typeof addOnChoices)[number];

type AddOnChoiceProps = {
  readonly quote: Pick<DeskCancelQuote, "along" | "staying">;
  readonly order: Pick<DeskOrder, "tickets">;
  readonly value: AddOns;
  readonly onChange: (value: AddOns) => void;
};

/** Names the add-ons of the chosen tickets, and asks whether they are cancelled too or stay. */
export function AddOnChoice({ quote: { along, staying }, order, value, onChange }: AddOnChoiceProps) {
  const ids = [...along, ...staying];
  if (ids.length === 0) return null;
  return (
    <RadioGroup
      legend={`${count(ids.length, "ticket")} belong${ids.length === 1 ? "s" : ""} to these: ${ticketNames(order.tickets, ids)}`}
      value={value}
      onChange={(chosen) => onChange(chosen as AddOns)}
      options={[
        { value: "go_along", label: "Cancel with them" },
        {
          value: "stay",
          label: "Keep them",
          hint: "They are valid without an admission from now on, and this cannot be taken back.",
        },
      ]}
    />
  );
}
