import { addressFields } from "@foyer/rules/identityFields.ts";
import { AddressFields } from "./AddressFields.tsx";
import css from "./Checkout.module.css";
import { IdentityQuestion } from "./IdentityQuestion.tsx";
import type { PurchaserForm } from "./usePurchaser.ts";

/** Who buys: name and e-mail, and what the seller and the tickets ask besides. */
export function PurchaserSection({ purchaser }: { readonly purchaser: PurchaserForm }) {
  const { fields } = purchaser;
  const first = fields.find(({ name }) => addressFields.includes(name));
  return (
    <div
      className={css.fields}
      onBlur={({ target }) => {
        if (target instanceof HTMLInputElement && target.name === "zip_code") purchaser.leavePostCode();
      }}
    >
      {fields.map((field) => {
        if (field === first) return <AddressFields key="address" purchaser={purchaser} />;
        if (addressFields.includes(field.name)) return null;
        return <IdentityQuestion key={field.name} field={field} purchaser={purchaser} />;
      })}
    </div>
  );
}
