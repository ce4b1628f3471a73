import { Link } from "wouter";
import { localDayOf } from "@foyer/rules/dates/localTime.ts";
import { needsRenewal } from "@foyer/rules/catalog/eventForm.ts";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { paths } from "../../../shared/url/paths.ts";
import { canRenew } from "../../../shared/seller/canJoinOrLogIn.ts";
import { useSeller } from "../../../shared/seller/seller.tsx";
import { useMember } from "../../login/session/useMember.ts";
import { eventTimeZone } from "../event/eventTimeZone.ts";
import type { RenewalBannerProps } from "./renewalBannerProps.ts";
import { useDeferredText } from "../text/useDeferredText.ts";

/** If the seller lets them book anyway, this is only a reminder. */
export function RenewalBanner({ event, day }: RenewalBannerProps) {
  const t = useDeferredText();
  const seller = useSeller();
  const { timezone, configuration } = seller;
  const memberships = useMember().memberships.filter(({ own }) => own);
  const zone = eventTimeZone(event, timezone);
  const days = memberships.map(({ valid_from, last_day }) => ({ first_day: localDayOf(valid_from, zone), last_day }));
  const template = event.event_template._data[0];
  if (!template || !needsRenewal(template, event.ticket_group?._data ?? [], day, days)) return null;
  const beyondTerm = configuration.member_reserve_session_beyond_term;
  const mayCome =
    beyondTerm === "always" ||
    (beyondTerm === "if_autorenew" && memberships.some(({ auto_renew_state }) => auto_renew_state === "scheduled"));
  return (
    <Banner
      tone="warning"
      action={canRenew(seller) && <Link href={paths.membership("renew")}>{t("reserve.renewal.renew")}</Link>}
    >
      {t(mayCome ? "reserve.renewal.before" : "reserve.renewal")}
    </Banner>
  );
}
