import { useEffect, useRef, useState, type ReactNode } from "react";
import { Link, useLocation, useSearch } from "wouter";
import type { EventTemplate } from "@foyer/contract/shop/catalog.ts";
import type { Membership } from "@foyer/contract/shop/membership.ts";
import { renewalOptions, type RenewalOption } from "@foyer/rules/membership/renewalOptions.ts";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { buttonAttributes } from "@foyer/ui/action/Button.tsx";
import { RadioGroup } from "@foyer/ui/choice/RadioGroup.tsx";
import { Skeleton } from "@foyer/ui/feedback/Skeleton.tsx";
import { VisuallyHidden } from "@foyer/ui/content/VisuallyHidden.tsx";
import { paths } from "../../../shared/url/paths.ts";
import { useSeller } from "../../../shared/seller/seller.tsx";
import { useHydrated } from "../../../shared/hydration/useHydrated.ts";
import { canOpenAccount } from "../../../shared/seller/canJoinOrLogIn.ts";
import { useMember } from "../../login/session/useMember.ts";
import { NoticePanel } from "../../../shared/page/NoticePanel.tsx";
import css from "./RenewalChoice.module.css";
import { useMemberDate } from "../useMemberDate.ts";
import { useMembershipText } from "../useMembershipText.ts";

export type RenewalChoiceProps = {
  readonly event: Pick<EventTemplate, "id">;
  readonly children: (renewal: RenewalOption<Membership>) => ReactNode;
};

/** Shows the renewal to a logged-in member whose membership can be renewed, and tells everybody else what to do. */
export function RenewalChoice({ event, children }: RenewalChoiceProps) {
  const t = useMembershipText();
  const date = useMemberDate();
  const seller = useSeller();
  const isHydrated = useHydrated();
  const { strength, memberships, isLoading } = useMember();
  const [picked, setPicked] = useState<string>();
  const [hadForm, setHadForm] = useState(false);
  if (!isHydrated || isLoading)
    return (
      <>
        <VisuallyHidden>{t("membership.loading")}</VisuallyHidden>
        <Skeleton shape="tile" count={3} />
      </>
    );
  const join = <Link href={paths.event(event.id)}>{t("membership.renew.join.link")}</Link>;
  if (strength !== "full" && !canOpenAccount(seller))
    return <Banner action={join}>{t("membership.renew.elsewhere", { seller: seller.name })}</Banner>;
  if (strength !== "full") return <LoginRequired eventId={event.id} />;

  const renewals = renewalOptions(memberships, event.id);
  const renewal = renewals.find(({ primary }) => primary.id === picked) ?? renewals[0];
  if (!renewal) return <Banner action={join}>{t("membership.renew.none")}</Banner>;
  const { primary, availability } = renewal;
  if (availability.kind === "now" && !hadForm) setHadForm(true);
  switch (availability.kind) {
    case "from":
      return (
        <Refusal takesFocus={hadForm}>
          <Banner>{t("membership.renew.from", { level: primary.level_name, date: date(availability.day) })}</Banner>
        </Refusal>
      );
    case "never":
      return (
        <Refusal takesFocus={hadForm}>
          <Banner action={join}>{t("membership.renew.never", { level: primary.level_name })}</Banner>
        </Refusal>
      );
    case "now":
      return (
        <div className={css.gate}>
          {renewals.length > 1 && (
            <RadioGroup
              legend={t("membership.renew.which")}
              options={renewals.map(({ primary: one }) => ({
                value: one.id,
                label: [one.level_name, one.holder_name].filter(Boolean).join(", "),
                hint:
                  one.last_day === null
                    ? undefined
                    : t(one.is_expired ? "membership.renew.which.expired" : "membership.renew.which.hint", {
                        date: date(one.last_day),
                      }),
              }))}
              value={primary.id}
              onChange={setPicked}
            />
          )}
          {children(renewal)}
        </div>
      );
  }
}

/** Takes the focus if it replaces the form that had it, for example after a renewal in another tab. */
function Refusal({ takesFocus, children }: { readonly takesFocus: boolean; readonly children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) box.current?.focus();
  }, [takesFocus]);
  return (
    <div ref={box} tabIndex={-1}>
      {children}
    </div>
  );
}

function LoginRequired({ eventId }: { readonly eventId: string }) {
  const t = useMembershipText();
  const [path] = useLocation();
  const login = new URLSearchParams(useSearch());
  login.set("login", "true");
  return (
    <NoticePanel id="renew-login" heading={t("membership.renew.login.title")}>
      <p>{t("membership.renew.login.text")}</p>
      <p>
        <Link href={`${path}?${login}`} rel="nofollow" {...buttonAttributes({ kind: "primary" })}>
          {t("membership.renew.login")}
        </Link>
      </p>
      <p>
        {t("membership.renew.join")} <Link href={paths.event(eventId)}>{t("membership.renew.join.link")}</Link>
      </p>
    </NoticePanel>
  );
}
