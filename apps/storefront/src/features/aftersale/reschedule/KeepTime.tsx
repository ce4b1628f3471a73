import { RadioGroup } from "@foyer/ui/choice/RadioGroup.tsx";
import { useText } from "../../../shared/seller/seller.tsx";
import { rescheduleStrings } from "../aftersale.strings.ts";
import type { MoveForm } from "./useMoveForm.ts";

export type KeepTimeProps = { readonly form: MoveForm; readonly date: string | undefined };

/** Whether to keep the current time, so that only types are exchanged. */
export function KeepTime({ form, date = "" }: KeepTimeProps) {
  const t = useText(rescheduleStrings);
  return (
    <RadioGroup
      legend={t("exchange.time")}
      value={form.isKept ? "kept" : "other"}
      onChange={(value) => form.keep(value === "kept")}
      options={[
        { value: "kept", label: t("exchange.keep", { date }) },
        { value: "other", label: t("exchange.other_time") },
      ]}
    />
  );
}
