import { Link } from "wouter";
import { paths } from "../../../shared/url/paths.ts";
import { useSeller, useText } from "../../../shared/seller/seller.tsx";
import { EmailPage } from "../../login/email/EmailPage.tsx";
import { useLoginStrength } from "../../login/session/loginStrength.ts";
import { sendOrderEmails } from "./resend.queries.ts";
import { resendStrings } from "./resend.strings.ts";

/** Sends the e-mail of an order again, to the address used for the purchase. */
export function ResendOrdersPage() {
  const t = useText(resendStrings);
  const { strict_resend, my_account_pages } = useSeller().configuration;
  const hasOrders = useLoginStrength() === "full" && my_account_pages?.recent_orders === true;
  return (
    <EmailPage
      title={t("resend.title")}
      text={t("resend.text")}
      submitLabel={t("resend.submit")}
      send={sendOrderEmails}
      sentMessage={(email) => t(strict_resend ? "resend.done.strict" : "resend.done", { email })}
      unknownMessage={t("resend.unknown")}
      links={
        hasOrders ? (
          <Link href={paths.myOrders()}>{t("resend.my_orders")}</Link>
        ) : (
          <Link href={paths.events()}>{t("resend.events")}</Link>
        )
      }
    />
  );
}
