import type { OrderState } from "@foyer/contract/office/orders/orders.ts";
import { Tag, type TagProps } from "@foyer/ui/feedback/Tag.tsx";

export const stateNames: Readonly<Record<OrderState, string>> = {
  valid: "Valid",
  part_refunded: "Part refunded",
  used: "Used",
  cancelled: "Cancelled",
};
const tones: Readonly<Record<OrderState, TagProps["tone"]>> = {
  valid: "success",
  part_refunded: "warning",
  used: "neutral",
  cancelled: "danger",
};

export function OrderStateTag({ state }: { readonly state: OrderState }) {
  return <Tag tone={tones[state] ?? "neutral"}>{stateNames[state]}</Tag>;
}
