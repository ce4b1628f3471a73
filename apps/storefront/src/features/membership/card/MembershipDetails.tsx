import { Link } from "wouter";
import { visibleParties } from "@foyer/rules/membership/renewalOptions.ts";
import { buttonAttributes } from "@foyer/ui/action/Button.tsx";
import { paths } from "../../../shared/url/paths.ts";
import { canJoin, canOpenAccount } from "../../../shared/seller/canJoinOrLogIn.ts";
import { useSeller, useText } from "../../../shared/seller/seller.tsx";
import { useMember } from "../../login/session/useMember.ts";
import { membershipDetailsStrings } from "./membershipDetails.strings.ts";
import { MemberCard } from "./MemberCard.tsx";
import css from "./MemberCard.module.css";

export type MembershipDetailsProps = {
  /** Called when a link is followed, so that the dialog around it can close. */
  readonly onNavigate?: () => void;
};

/** The cards of the visitor's memberships. */
export function MembershipDetails({ onNavigate }: MembershipDetailsProps) {
  const t = useText(membershipDetailsStrings);
  const { memberships, strength } = useMember();
  const seller = useSeller();
  const { web, configuration } = seller;
  const parties = visibleParties(memberships);
  const hasAccount =
    Object.values(configuration.my_account_pages ?? {}).some(Boolean) || web.membership_event_id !== undefined;
  return (
    <div className={css.details}>
      {parties.length === 0 && (
        <p>
          {t("member.none")}{" "}
          {canJoin(seller) && (
            <Link href={paths.membership()} onClick={onNavigate}>
              {t("member.join")}
            </Link>
          )}
        </p>
      )}
      {parties.map((held) => (
        <MemberCard key={held.primary.id} held={held} onNavigate={onNavigate} />
      ))}
      {strength === "limited" && canOpenAccount(seller) && <p className={css.quiet}>{t("member.limited")}</p>}
      {strength === "full" && hasAccount && (
        <p>
          <Link href={paths.my()} onClick={onNavigate} {...buttonAttributes()}>
            {t("member.account")}
          </Link>
        </p>
      )}
    </div>
  );
}
