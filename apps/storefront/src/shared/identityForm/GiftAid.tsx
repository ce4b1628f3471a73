import type { IdentityField } from "@foyer/rules/forms/identityFields.ts";
import { Checkbox } from "@foyer/ui/choice/Checkbox.tsx";
import { useSeller, useText } from "../seller/seller.tsx";
import css from "./Identity.module.css";
import { identityStrings } from "./identity.strings.ts";

export type GiftAidProps = {
  readonly field: Pick<IdentityField, "name" | "title" | "description" | "required" | "isLocked">;
  readonly checked: boolean;
  readonly error: string | undefined;
  readonly onChange: (checked: boolean) => void;
};

/** A declaration for the tax office: shown in full and never ticked by default. */
export function GiftAid({ field, checked, error, onChange }: GiftAidProps) {
  const t = useText(identityStrings);
  const { name: seller } = useSeller();
  return (
    <fieldset className={css.giftAid}>
      <legend>{field.title ?? t("identity.gift_aid.title")}</legend>
      <Checkbox
        name={field.name}
        label={t("identity.gift_aid", { seller })}
        hint={field.description ?? t("identity.gift_aid.hint")}
        error={error}
        disabled={field.isLocked}
        aria-required={field.required || undefined}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
    </fieldset>
  );
}
