import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { InvoiceDetails, OrderInvoice } from "@foyer/contract/shop/aftersale/invoice.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { useHydrated } from "../../../shared/hydration/useHydrated.ts";
import { useSeller, useText } from "../../../shared/seller/seller.tsx";
import type { OrderAccess } from "../aftersale.queries.ts";
import { useOrderMoment } from "../useOrderMoment.ts";
import css from "./Invoice.module.css";
import section from "../OrderSection.module.css";
import { invoiceQuery } from "./invoice.queries.ts";
import { companyStrings } from "./company.strings.ts";
import { InvoiceForm } from "./InvoiceForm.tsx";
import { useInvoiceDetails, type InvoiceEditing } from "./useInvoiceDetails.ts";

/** The company on the order's invoice. Renders nothing for a seller that does not ask for one. */
export function InvoiceSection({ access }: { readonly access: OrderAccess }) {
  const { configuration } = useSeller();
  const isAsked = (configuration.invoice?.asks_for_buyer ?? "none") !== "none";
  return isAsked ? <AskedDetails access={access} /> : null;
}

function AskedDetails({ access }: { readonly access: OrderAccess }) {
  const t = useText(companyStrings);
  const isHydrated = useHydrated();
  const { data: invoice } = useQuery({ ...invoiceQuery(access), enabled: isHydrated });
  const editing = useInvoiceDetails(access);
  if (!invoice) return null;
  const { until, details } = invoice;
  if (until === null && !details) return null;
  return (
    <section className={section.section} aria-labelledby="order-invoice">
      <h2 id="order-invoice">{t("company.title")}</h2>
      {editing.step === "open" ? (
        <InvoiceForm invoice={invoice} editing={editing} />
      ) : (
        <>
          <Saved step={editing.step} />
          {details && <Details details={details} />}
          {until !== null && <OpenForm invoice={invoice} until={until} editing={editing} />}
        </>
      )}
    </section>
  );
}

/** The success message takes the focus of the removed button. */
function Saved({ step }: Pick<InvoiceEditing, "step">) {
  const t = useText(companyStrings);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), [step]);
  if (step !== "saved") return null;
  return (
    <div ref={box} tabIndex={-1} className={section.outcome}>
      <Banner tone="success">{t("company.saved")}</Banner>
    </div>
  );
}

function Details({ details: { company, tax_id, address } }: { readonly details: InvoiceDetails }) {
  return (
    <address className={css.details}>{[company, address, tax_id].filter((line) => line !== null).join("\n")}</address>
  );
}

type OpenFormProps = { readonly invoice: OrderInvoice; readonly until: string; readonly editing: InvoiceEditing };

function OpenForm({ invoice, until, editing: { step, open } }: OpenFormProps) {
  const t = useText(companyStrings);
  const formatMoment = useOrderMoment();
  const box = useRef<HTMLDivElement>(null);
  // The form replaced the pressed button.
  useEffect(() => {
    if (step === "given_up") box.current?.querySelector("button")?.focus();
  }, [step]);
  return (
    <div className={section.open} ref={box}>
      {invoice.details ? (
        <p className={section.quiet}>{t("company.until", { date: formatMoment(until) })}</p>
      ) : (
        <p>{t(invoice.asks_for_buyer === "company" ? "company.text.company" : "company.text")}</p>
      )}
      <Button onClick={open}>{t(invoice.details ? "company.correct" : "company.open")}</Button>
    </div>
  );
}
