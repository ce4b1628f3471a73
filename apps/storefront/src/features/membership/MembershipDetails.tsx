import { Link } from "wouter";
import { shownParties } from "@foyer/rules/renewals.ts";
import { buttonLook } from "@foyer/ui/Button.tsx";
import { paths } from "../../shared/paths.ts";
import { useSeller, useText } from "../../shared/seller.tsx";
import { useMember } from "../login/useMember.ts";
import { detailsStrings } from "./details.strings.ts";
import { MemberCard } from "./MemberCard.tsx";
import css from "./MemberCard.module.css";

export type MembershipDetailsProps = {
  /** A link is followed: what stands around this may close. */
  readonly onLeave?: () => void;
};

/** The memberships of whoever is logged in, each with its card. */
export function MembershipDetails({ onLeave }: MembershipDetailsProps) {
  const t = useText(detailsStrings);
  const { memberships, strength } = useMember();
  const { web, configuration } = useSeller();
  const parties = shownParties(memberships);
  const hasAccount =
    Object.values(configuration.my_account_pages ?? {}).some(Boolean) || web.membership_event_id !== undefined;
  return (
    <div className={css.details}>
      {parties.length === 0 && (
        <p>
          {t("member.none")}{" "}
          <Link href={paths.membership()} onClick={onLeave}>
            {t("member.join")}
          </Link>
        </p>
      )}
      {parties.map((held) => (
        <MemberCard key={held.lead.id} held={held} onLeave={onLeave} />
      ))}
      {strength === "limited" && <p className={css.quiet}>{t("member.limited")}</p>}
      {strength === "full" && hasAccount && (
        <p>
          <Link href={paths.my()} onClick={onLeave} {...buttonLook()}>
            {t("member.account")}
          </Link>
        </p>
      )}
    </div>
  );
}
