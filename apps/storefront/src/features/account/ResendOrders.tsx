import { Link } from "wouter";
import { paths } from "../../shared/paths.ts";
import { useSeller, useText } from "../../shared/seller.tsx";
import { EmailPage } from "../login/EmailPage.tsx";
import { useStrength } from "../login/loggedIn.ts";
import { askForOrders } from "./resend.queries.ts";
import { resendStrings } from "./resend.strings.ts";

/** Whoever lost the letter of an order has it sent again, to the address that they bought with and no other. */
export function ResendOrders() {
  const t = useText(resendStrings);
  const { strict_resend, my_account_pages } = useSeller().configuration;
  const hasOrders = useStrength() === "full" && my_account_pages?.recent_orders === true;
  return (
    <EmailPage
      title={t("resend.title")}
      text={t("resend.text")}
      submitLabel={t("resend.submit")}
      send={askForOrders}
      sent={(email) => t(strict_resend ? "resend.done.strict" : "resend.done", { email })}
      unknown={t("resend.unknown")}
      ways={
        hasOrders ? (
          <Link href={paths.myOrders()}>{t("resend.my_orders")}</Link>
        ) : (
          <Link href={paths.events()}>{t("resend.events")}</Link>
        )
      }
    />
  );
}
