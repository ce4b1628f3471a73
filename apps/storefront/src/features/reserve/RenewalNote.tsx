import { Link } from "wouter";
import type { EventReply } from "@foyer/contract/catalog.ts";
import { needsRenewal } from "@foyer/rules/eventForm.ts";
import { Banner } from "@foyer/ui/Banner.tsx";
import { paths } from "../../shared/paths.ts";
import { useMember } from "../login/useMember.ts";
import { useReserveText } from "./words.ts";

/** A member whose membership ends before the day they choose is told to renew it (requirements EVENT-55). */
export function RenewalNote({ event, day }: { readonly event: EventReply; readonly day: string | undefined }) {
  const t = useReserveText();
  const { valid_to } = useMember();
  if (!needsRenewal(event.ticket_group?._data ?? [], day, valid_to)) return null;
  return (
    <Banner tone="warning" action={<Link href={paths.membership("renew")}>{t("reserve.renewal.renew")}</Link>}>
      {t("reserve.renewal")}
    </Banner>
  );
}
