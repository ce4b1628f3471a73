import { queryOptions } from "@tanstack/react-query";
import { getOrderInvoice, saveInvoiceDetails } from "@foyer/contract/shop/aftersale/invoice.ts";
import { call } from "../../../api/call.ts";
import { managedOrderKey, type OrderAccess } from "../aftersale.queries.ts";

const tokenField = ({ token }: OrderAccess) => (token === undefined ? {} : { token });
export const invoiceKey = (access: OrderAccess) => [...managedOrderKey(access), "invoice"] as const;

export const invoiceQuery = (access: OrderAccess) =>
  queryOptions({
    queryKey: invoiceKey(access),
    queryFn: ({ signal }) =>
      call(
        getOrderInvoice,
        { ticket_order_id: access.ticket_order_id, ...tokenField(access) },
        { signal, fresh: true },
      ),
  });

export type TypedDetails = { readonly company: string; readonly tax_id: string; readonly address: string };

export const requestInvoiceDetails = (access: OrderAccess, details: TypedDetails) =>
  call(saveInvoiceDetails, { ticket_order_id: access.ticket_order_id, ...details }, { query: tokenField(access) });
