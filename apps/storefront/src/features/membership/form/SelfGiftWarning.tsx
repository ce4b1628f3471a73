import { Link } from "wouter";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { paths } from "../../../shared/url/paths.ts";
import { useMembershipText } from "../useMembershipText.ts";

/** Offers to buy or renew a membership instead of giving it to oneself. */
export function SelfGiftWarning({ eventId }: { readonly eventId: string }) {
  const t = useMembershipText();
  return (
    <Banner
      tone="warning"
      action={
        <>
          <Link href={paths.event(eventId)}>{t("membership.self.buy")}</Link>{" "}
          <Link href={paths.event(eventId, "renew")}>{t("membership.self.renew")}</Link>
        </>
      }
    >
      {t("membership.self.event")}
    </Banner>
  );
}
