import { previewCounterSale } from "@foyer/contract/office/money/counterSales.ts";
import type { StaffSent } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { isEmail } from "@foyer/rules/values/email.ts";
import { callOffice } from "../../shared/call.ts";
import { EmailFields, textWithSentence, type useEmailChoice } from "../../shared/email/EmailFields.tsx";
import { useAskedPreview } from "../orders/dialogs/useAskedPreview.ts";

type SaleEmailProps = {
  readonly slug: string;
  readonly sale: StaffSent<typeof previewCounterSale>;
  readonly choice: ReturnType<typeof useEmailChoice>;
};

/** The e-mail that a sale sends to the typed address: shown when it is asked for, so that nobody has to wait for it. */
export function SaleEmail({ slug, sale, choice }: SaleEmailProps) {
  const { run, isBusy, failure, reply } = useAskedPreview(sale, (sent) => callOffice(previewCounterSale, sent, slug));
  const { email: to, tickets } = sale;
  if (to === null) return null;
  const link = reply?.link_email;
  const sentence = choice.sentence.trim();
  return (
    <>
      <EmailFields
        choice={choice}
        email={reply ? reply.email : { to }}
        waiting={null}
        notices={link ? [{ ...link, text: textWithSentence(link.text, sentence) }] : []}
        noticesTitle="If the sale is paid by a link, this email is sent instead:"
        nobody="No email is sent about this sale."
      />
      {choice.isSent && !reply && (
        <Button size="small" busy={isBusy} disabled={tickets.length === 0 || !isEmail(to)} onClick={() => void run()}>
          Show the email
        </Button>
      )}
      {failure && <Banner tone="warning">The email cannot be shown now: {failure.message}</Banner>}
    </>
  );
}
