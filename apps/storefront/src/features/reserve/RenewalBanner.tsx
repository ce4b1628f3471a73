import { Link } from "wouter";
import { dayOf } from "@foyer/rules/days.ts";
import { needsRenewal } from "@foyer/rules/eventForm.ts";
import { Banner } from "@foyer/ui/Banner.tsx";
import { paths } from "../../shared/paths.ts";
import { useSeller } from "../../shared/seller.tsx";
import { useMember } from "../login/useMember.ts";
import { zoneOf } from "./reserve.queries.ts";
import type { RenewalNoteProps } from "./RenewalNote.tsx";
import { useLaterText } from "./useLaterText.ts";

/** Whether they may come all the same is the seller's to say: then they are reminded, else told. */
export function RenewalBanner({ event, day }: RenewalNoteProps) {
  const t = useLaterText();
  const { timezone, configuration } = useSeller();
  const memberships = useMember().memberships.filter(({ own }) => own);
  const zone = zoneOf(event, timezone);
  const days = memberships.map(({ valid_from, last_day }) => ({ first_day: dayOf(valid_from, zone), last_day }));
  const template = event.event_template._data[0];
  if (!template || !needsRenewal(template, event.ticket_group?._data ?? [], day, days)) return null;
  const beyond = configuration.member_reserve_session_beyond_term;
  const mayCome =
    beyond === "always" ||
    (beyond === "if_autorenew" && memberships.some(({ auto_renew_state }) => auto_renew_state === "scheduled"));
  return (
    <Banner tone="warning" action={<Link href={paths.membership("renew")}>{t("reserve.renewal.renew")}</Link>}>
      {t(mayCome ? "reserve.renewal.before" : "reserve.renewal")}
    </Banner>
  );
}
