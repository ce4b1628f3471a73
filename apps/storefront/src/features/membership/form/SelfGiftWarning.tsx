import { Link } from "wouter";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { canOpenAccount } from "../../../shared/seller/canJoinOrLogIn.ts";
import { useSeller } from "../../../shared/seller/seller.tsx";
import { paths } from "../../../shared/url/paths.ts";
import { useMembershipText } from "../useMembershipText.ts";

/** Offers to buy a membership instead of giving it to oneself, or to renew one if that can be done online. */
export function SelfGiftWarning({ eventId }: { readonly eventId: string }) {
  const t = useMembershipText();
  const hasAccounts = canOpenAccount(useSeller());
  return (
    <Banner
      tone="warning"
      action={
        <>
          <Link href={paths.event(eventId)}>{t("membership.self.buy")}</Link>{" "}
          {hasAccounts && <Link href={paths.event(eventId, "renew")}>{t("membership.self.renew")}</Link>}
        </>
      }
    >
      {t("membership.self.event")}
    </Banner>
  );
}
