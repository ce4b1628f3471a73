import { addressFields } from "@foyer/rules/forms/identityFields.ts";
import { AddressFields } from "../../../shared/identityForm/AddressFields.tsx";
import { Skeleton } from "@foyer/ui/feedback/Skeleton.tsx";
import { useText } from "../../../shared/seller/seller.tsx";
import checkoutCss from "../Checkout.module.css";
import css from "./Purchaser.module.css";
import { checkoutStrings } from "../checkout.strings.ts";
import { IdentityFieldInput } from "../../../shared/identityForm/IdentityFieldInput.tsx";
import type { PurchaserForm } from "./usePurchaser.ts";

/** The buyer: name, e-mail address, and what the seller and the tickets ask for. */
export function PurchaserSection({ purchaser }: { readonly purchaser: PurchaserForm }) {
  const { fields, account, isLoading } = purchaser;
  const t = useText(checkoutStrings);
  // Avoids showing a member fields that are then filled in from their account.
  if (isLoading) return <Skeleton shape="control" count={2} />;
  return (
    <>
      {account && (
        <div className={css.buyer}>
          <p className={css.buyerName}>{[account.first_name, account.last_name].filter(Boolean).join(" ")}</p>
          <p className={checkoutCss.quiet}>{t("checkout.account", { email: account.email ?? "" })}</p>
        </div>
      )}
      {fields.length > 0 && <PurchaserFields purchaser={purchaser} />}
    </>
  );
}

function PurchaserFields({ purchaser }: { readonly purchaser: PurchaserForm }) {
  const { fields } = purchaser;
  const { hasPaymentAddress } = purchaser;
  // An address that only the payment method requires is shown beside that method.
  const first = hasPaymentAddress ? undefined : fields.find(({ name }) => addressFields.includes(name));
  return (
    <div
      className={css.fields}
      onBlur={({ target }) => {
        if (target instanceof HTMLInputElement && target.name === "zip_code") purchaser.submitPostCode();
      }}
    >
      {fields.map((field) => {
        if (field === first) return <AddressFields key="address" form={purchaser} />;
        if (addressFields.includes(field.name)) return null;
        return <IdentityFieldInput key={field.name} field={field} form={purchaser} />;
      })}
    </div>
  );
}
