import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { previewOrderEmail, type EmailPreview } from "@foyer/contract/office/orders/deskActions.ts";
import { isEmail } from "@foyer/rules/values/email.ts";
import { callOffice } from "../../../shared/call.ts";
import { previewPause, type EmailFieldsProps } from "../../../shared/email/EmailFields.tsx";
import { useSettled } from "../../../shared/useSettled.ts";
import { pathOf, type OrderDialogProps } from "./orderDialog.tsx";

/** The recipient of an e-mail whose text is not known yet; null if the purchaser has no address. */
export const emailTo = ({ purchaser: { email } }: OrderDialogProps["order"]): Pick<EmailPreview, "to"> | null =>
  email === null ? null : { to: email };

/** The e-mail that sends the order again in its current state, to the purchaser or to a typed address. */
export const useOrderEmail = (
  { order, slug }: Pick<OrderDialogProps, "order" | "slug">,
  { change, to }: { readonly change?: "order_update"; readonly to?: string } = {},
): Pick<EmailFieldsProps, "email" | "failure"> => {
  const own = order.purchaser.email ?? "";
  const settled = useSettled(to ?? own, previewPause);
  const { data, error } = useQuery({
    queryKey: ["order-email", slug, order.order_number, order.version, change, settled],
    queryFn: () =>
      callOffice(
        previewOrderEmail,
        { ...pathOf(order), ...(change && { change }), ...(settled !== own && { to: settled }) },
        slug,
      ),
    enabled: settled === own || isEmail(settled),
    placeholderData: keepPreviousData,
    retry: false,
  });
  const email = data ? data.email : emailTo(order);
  if (to === undefined) return { email, failure: error };
  return { email: to === "" ? null : { ...email, to }, failure: error };
};
