import { useQuery } from "@tanstack/react-query";
import type { CounterLink } from "@foyer/contract/office/money/counterLinks.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { ConfirmedButton } from "../../shared/dialog/ConfirmedButton.tsx";
import { count, formatMoney, formatTimeHere } from "../../shared/format/format.ts";
import { OfficePage } from "../../shared/Page.tsx";
import { QrCode } from "../../shared/QrCode.tsx";
import { SaleDone } from "./SaleDone.tsx";
import { counterLinksQuery } from "./saleQueries.ts";
import type { PayLink } from "./usePayLink.ts";
import css from "./SaleDone.module.css";
import linkCss from "./Links.module.css";

type LinkWaitingProps = {
  readonly slug: string;
  readonly link: CounterLink;
  readonly payLink: PayLink;
  /** Continues the sale with the same tickets and another means of payment. */
  readonly onBack: () => void;
  readonly onNext: () => void;
};

/** The link as a QR code for the buyer's phone, until it is paid or has expired. */
export function LinkWaiting({ slug, link: made, payLink, onBack, onNext }: LinkWaitingProps) {
  const { data } = useQuery(counterLinksQuery(slug));
  const link = data?.links.find(({ sale_id }) => sale_id === made.sale_id) ?? made;
  const { state, total, currency, tickets, expires_at, url, order_number } = link;
  if (state === "paid" && order_number !== null)
    return (
      <OfficePage title="Paid">
        <SaleDone
          slug={slug}
          sale={{ order_number, total, change: "0", currency, means: [], email: null }}
          onNext={onNext}
        />
      </OfficePage>
    );
  const failure = payLink.failureOf(link.sale_id);
  return (
    <OfficePage title="Pay by a link">
      <div className={css.done}>
        <section className={linkCss.waiting} aria-label="Link">
          <p className={css.big}>{formatMoney(total, currency)}</p>
          <p role="status">{statusOf(link)}</p>
          {state !== "ended" && (
            <>
              <QrCode text={url} label="The link to pay" />
              <p className={linkCss.url}>{url}</p>
            </>
          )}
          {failure && <Banner tone="error">{failure.message}</Banner>}
          {state === "ended" ? (
            <Button kind="primary" wide onClick={onBack}>
              Back to the sale
            </Button>
          ) : (
            <>
              <Button kind="primary" wide onClick={onNext}>
                Next sale
              </Button>
              {state === "open" && (
                <ConfirmedButton
                  wide
                  label="Withdraw the link"
                  title="Withdraw the link?"
                  verb="Withdraw the link"
                  done="The link was withdrawn."
                  disabled={payLink.isBusy}
                  send={() => payLink.withdraw(link).then(onBack)}
                >
                  <p>
                    The link to pay {formatMoney(total, currency)} stops working for good, and others can buy the{" "}
                    {count(tickets, "ticket")}. You return to the sale.
                  </p>
                </ConfirmedButton>
              )}
              <p className={css.quiet}>
                The tickets are held until {formatTimeHere(expires_at)}. You can start the next sale in the meantime.
              </p>
            </>
          )}
        </section>
      </div>
    </OfficePage>
  );
}

export const statusOf = ({ state, expires_at }: CounterLink): string => {
  if (state === "paid") return "Paid.";
  if (state === "paying") return "Being paid.";
  return state === "open"
    ? `Waiting for payment until ${formatTimeHere(expires_at)}.`
    : "Not paid. The tickets are free again.";
};
