import { forgetPaymentKeys } from "@foyer/contract/office/money/paymentKeys.ts";
import { callOffice } from "../../shared/call.ts";
import { ForgetKeysDialog } from "./ForgetKeysDialog.tsx";
import { refreshPaymentKeys } from "./keyQueries.ts";
import { deletedKeysText } from "./underWayText.ts";
import type { StoreKeysDialogProps } from "./StoreKeysDialog.tsx";

export function DeleteKeysDialog({ gateway, slug, onClose }: StoreKeysDialogProps) {
  const { gateway_id, label, version, under_way } = gateway;
  const forget = async (): Promise<void> => {
    await callOffice(forgetPaymentKeys, { gateway_id, version }, slug);
    onClose();
    await refreshPaymentKeys(slug);
  };
  return (
    <ForgetKeysDialog of={label} forget={forget} onClose={onClose}>
      Nobody can pay with {label} any more. Orders that were paid with it cannot be refunded from here until keys of the
      same account are stored again. {deletedKeysText(under_way)}
    </ForgetKeysDialog>
  );
}
