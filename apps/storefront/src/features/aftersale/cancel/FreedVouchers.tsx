import { useText } from "../../../shared/seller/seller.tsx";
import { cancelStrings } from "../aftersale.strings.ts";
import css from "./Cancel.module.css";

/** City-pass vouchers that can be used again, by their last characters; renders nothing if there are none. */
export function FreedVouchers({ vouchers = [] }: { readonly vouchers?: readonly string[] | undefined }) {
  const t = useText(cancelStrings);
  if (vouchers.length === 0) return null;
  return (
    <p className={css.muted}>{t("cancel.freed_vouchers", { count: vouchers.length, vouchers: vouchers.join(", ") })}</p>
  );
}
