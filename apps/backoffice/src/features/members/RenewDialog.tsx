import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { previewRenewalLink } from "@foyer/contract/office/members/memberEmails.ts";
import type { CounterMeans } from "@foyer/contract/office/money/counterSales.ts";
import {
  renewMember,
  sendMemberRenewalLink,
  type MemberRenewalQuote,
} from "@foyer/contract/office/members/renewMember.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { callOffice, CallError } from "../../shared/call.ts";
import { Dialog, DialogActions } from "../../shared/dialog/Dialog.tsx";
import { formatDayOfMoment, formatMoney } from "../../shared/format/format.ts";
import { LoadState } from "../../shared/LoadState.tsx";
import { useToast } from "../../shared/Toast.tsx";
import { PayPanel } from "../sale/PayPanel.tsx";
import { refreshTill, tillQuery } from "../sale/saleQueries.ts";
import { totalOfServer } from "../sale/useSale.ts";
import type { MemberDialogProps } from "./memberDialog.tsx";
import { useEmailPreview } from "./MemberEmail.tsx";
import { NoOpenTill, PayByLink } from "./MemberPayment.tsx";
import { formatCalendarDay, refreshMembers, renewalQuoteQuery } from "./memberQueries.ts";
import { Fact } from "../../shared/Page.tsx";
import recordCss from "../../shared/styles/Record.module.css";

/** Renews a membership for its people: shows the next term, which is paid here or by a link. */
export function RenewDialog({ term, member, slug, permissions, onClose }: MemberDialogProps) {
  const query = useQuery(renewalQuoteQuery(slug, member.version, term.id));
  const quote = query.data;
  const charge = term.renewal?.state === "scheduled" ? term.renewal.charge_on : null;
  return (
    <Dialog title="Renew the membership" isWide onClose={onClose}>
      <div className={recordCss.form}>
        <LoadState query={query} skeleton="tile" />
        {quote && <NextTerm quote={quote} />}
        {quote && !quote.is_renewable && quote.renewable_from !== null && (
          <Banner tone="info">It can be renewed from {formatCalendarDay(quote.renewable_from)}.</Banner>
        )}
        {quote?.is_renewable && charge !== null && (
          <p>The automatic renewal ends too: nothing is charged on {formatCalendarDay(charge)}.</p>
        )}
        {quote?.is_renewable && permissions.includes("sale.make") && (
          <PayNow {...{ quote, term, member, slug, onClose, mayOpenTill: permissions.includes("till.use") }} />
        )}
        {quote?.is_renewable &&
          (quote.email === null ? (
            <p>Members have no accounts here, so the membership can only be renewed at the counter.</p>
          ) : (
            <RenewalLink {...{ term, member, slug, onClose }} email={quote.email} />
          ))}
        <DialogActions>
          <Button onClick={onClose}>Back</Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}

type RenewalLinkProps = Pick<MemberDialogProps, "term" | "member" | "slug" | "onClose"> & { readonly email: string };

function RenewalLink({ email, term, member, slug, onClose }: RenewalLinkProps) {
  const preview = useEmailPreview({
    queryKey: [slug, member.version, term.id, "renewal_link"],
    read: () => callOffice(previewRenewalLink, { membership_id: term.id }, slug),
  });
  return (
    <PayByLink
      email={email}
      slug={slug}
      preview={preview}
      send={(added) =>
        callOffice(sendMemberRenewalLink, { membership_id: term.id, version: member.version, ...added }, slug)
      }
      onClose={onClose}
    >
      The holder can pay online instead: the email leads to it, and nothing is renewed until they have paid.
    </PayByLink>
  );
}

function NextTerm({
  quote: { level, people, valid_from, last_day, timezone },
}: {
  readonly quote: MemberRenewalQuote;
}) {
  const from = formatDayOfMoment(valid_from, timezone);
  return (
    <dl className={recordCss.facts}>
      <Fact name="Level">{level}</Fact>
      <Fact name="Next term">
        {last_day === null ? `From ${from}, without an end` : `${from} to ${formatCalendarDay(last_day)}`}
      </Fact>
      <Fact name="Members">{people.map(({ name, type }) => name ?? type).join(", ")}</Fact>
    </dl>
  );
}

type PayProps = Pick<MemberDialogProps, "term" | "member" | "slug" | "onClose"> & {
  readonly quote: MemberRenewalQuote;
  readonly mayOpenTill: boolean;
};

function PayNow({ quote, term, member, slug, onClose, mayOpenTill }: PayProps) {
  const till = useQuery({ ...tillQuery(slug), enabled: mayOpenTill });
  // Sent again after a lost reply, it renews only once.
  const [renewal_id] = useState(() => crypto.randomUUID());
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<CallError>();
  const toast = useToast();
  const isOpen = till.data?.till?.state === "open";
  const total = totalOfServer(failure) ?? quote.total;
  const pay = async (means: readonly CounterMeans[]): Promise<void> => {
    setBusy(true);
    try {
      const sent = { membership_id: term.id, renewal_id, version: member.version, means: [...means] };
      const { order_number, change, currency } = await callOffice(renewMember, sent, slug);
      await Promise.all([refreshMembers(slug), refreshTill(slug)]);
      onClose();
      const given = change === "0" ? "" : ` Change: ${formatMoney(change, currency)}.`;
      toast({ text: `Renewed with order ${order_number}.${given}` });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (error.code === "stale_version") await refreshMembers(slug);
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  if (mayOpenTill && !till.data) return <LoadState query={till} skeleton="tile" />;
  return (
    <>
      {!isOpen && Number(total) > 0 && <NoOpenTill slug={slug} mayOpenTill={mayOpenTill} />}
      <PayPanel
        key={`${total} ${isOpen}`}
        total={total}
        lines={quote.people.map(({ name, type, price }) => ({ name: name ?? type, price, quantity: 1 }))}
        currency={quote.currency}
        denominations={till.data?.denominations ?? []}
        kinds={isOpen ? ["cash", "terminal", "gift_card"] : ["gift_card"]}
        verb="Renew"
        blocked={undefined}
        isBusy={isBusy}
        isEmpty={false}
        failure={failure}
        onPay={(means) => void pay(means)}
      />
    </>
  );
}
