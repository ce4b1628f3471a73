import { Link } from "wouter";
import type { Membership } from "@foyer/contract/membership.ts";
import { Button, buttonLook } from "@foyer/ui/Button.tsx";
import { useModal } from "@foyer/ui/ModalStack.tsx";
import { paths } from "../../shared/paths.ts";
import { useSeller, useText } from "../../shared/seller.tsx";
import { membershipModal } from "../login/membershipModal.ts";
import { useMember } from "../login/useMember.ts";
import css from "./Account.module.css";
import { resendMembership, useSavedMethods } from "./account.queries.ts";
import { accountStrings } from "./account.strings.ts";
import { useAccountDates } from "./accountDates.ts";
import { CardBrand } from "./CardBrand.tsx";
import { Facts } from "./Facts.tsx";
import { Resend } from "./Resend.tsx";
import { WalletPasses } from "./WalletPasses.tsx";

/** Each membership of the account, how it goes on, and with which card. */
export function MembershipPage() {
  const t = useText(accountStrings);
  const { memberships } = useMember();
  if (memberships.length === 0) return <NoMembership />;
  return (
    <>
      <h1>{t("account.my_membership")}</h1>
      <ul role="list" className={css.memberships}>
        {memberships.map((membership) => (
          <MembershipCard key={membership.id} membership={membership} />
        ))}
      </ul>
      <SavedCards />
      <Resend label={t("membership.resend")} sent={t("membership.resent")} send={resendMembership} />
    </>
  );
}

function NoMembership() {
  const t = useText(accountStrings);
  const { web } = useSeller();
  const canJoin = web.membership_event_id !== undefined || web.external_membership_url !== undefined;
  return (
    <>
      <h1>{t("account.my_membership")}</h1>
      <div className={css.empty}>
        <p>{t("membership.none")}</p>
        {canJoin && (
          <Link href={paths.membership()} {...buttonLook({ kind: "primary" })}>
            {t("membership.join")}
          </Link>
        )}
      </div>
    </>
  );
}

/** Its last day, and from when it can be renewed while it cannot yet (requirements ACCOUNT-08). */
const useExpiry = () => {
  const t = useText(accountStrings);
  const dates = useAccountDates();
  return ({ last_day, renewable_from, is_expired, is_renewable }: Membership): string => {
    if (last_day === null) return t("membership.no_end");
    const day = dates.day(last_day);
    if (is_expired || is_renewable || renewable_from === null) return day;
    return `${day} ${t("membership.renew_from", { date: dates.day(renewable_from) })}`;
  };
};

function MembershipCard({ membership }: { readonly membership: Membership }) {
  const t = useText(accountStrings);
  const expiry = useExpiry();
  const { level_name, member_number, holder_name, auto_renew_state, is_expired, is_renewable, is_valid, last_day } =
    membership;
  const { own, ticket_id } = membership;
  const card = useModal(membershipModal);
  const heading = `membership-${membership.id}`;
  return (
    <li className={css.membership} data-over={is_expired || undefined}>
      <h2 id={heading}>{level_name}</h2>
      <Facts
        facts={[
          ...(holder_name ? [{ label: t("membership.holder"), value: holder_name }] : []),
          ...(member_number
            ? [{ label: t("membership.number"), value: <span className={css.number}>{member_number}</span> }]
            : []),
          {
            label: t(is_expired && last_day !== null ? "membership.expired" : "membership.expires"),
            value: expiry(membership),
          },
          {
            label: t("membership.auto_renew"),
            value: (
              <>
                {t(`membership.auto_renew.${auto_renew_state}`)}
                {auto_renew_state === "scheduled" && membership.ticket_order_id && (
                  <>
                    {" – "}
                    <Link href={paths.cancelAutoRenew(membership.ticket_order_id)}>
                      {t("membership.auto_renew.cancel")}
                    </Link>
                  </>
                )}
              </>
            ),
          },
        ]}
      />
      {(is_renewable || is_valid) && (
        <p className={css.row}>
          {is_renewable && (
            <Link href={paths.membership("renew")} {...buttonLook({ kind: "primary" })}>
              {t("membership.renew")}
            </Link>
          )}
          {is_valid && <Button onClick={card.open}>{t("membership.card")}</Button>}
          {is_valid && ticket_id && own && <WalletPasses ticket_id={ticket_id} />}
        </p>
      )}
    </li>
  );
}

function SavedCards() {
  const t = useText(accountStrings);
  const methods = useSavedMethods();
  if (methods.length === 0) return null;
  return (
    <section className={css.part} aria-labelledby="saved-card">
      <h2 id="saved-card">{t("membership.saved_card")}</h2>
      <ul role="list" className={css.cards}>
        {methods.map(({ id, brand, identifier }) => (
          <li key={id}>
            <CardBrand brand={brand} />
            <span>{identifier}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
