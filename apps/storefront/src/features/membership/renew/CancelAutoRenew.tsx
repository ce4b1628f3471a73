import { skipToken, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, type ReactNode } from "react";
import { Link, useLocation, useSearch } from "wouter";
import { cancelAutoRenew, type Membership } from "@foyer/contract/shop/membership.ts";
import { getOrder } from "@foyer/contract/shop/orders/orders.ts";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Button, buttonAttributes } from "@foyer/ui/action/Button.tsx";
import { Page } from "@foyer/ui/layout/Layout.tsx";
import { Skeleton } from "@foyer/ui/feedback/Skeleton.tsx";
import { VisuallyHidden } from "@foyer/ui/content/VisuallyHidden.tsx";
import { call, Refused } from "../../../api/call.ts";
import { paths } from "../../../shared/url/paths.ts";
import { useSeller, useText } from "../../../shared/seller/seller.tsx";
import { failureText } from "../../../shared/errors/failureText.ts";
import { sharedStrings } from "../../../shared/text/shared.strings.ts";
import { useHydrated } from "../../../shared/hydration/useHydrated.ts";
import { canOpenAccount } from "../../../shared/seller/canJoinOrLogIn.ts";
import { memberKey } from "../../login/session/member.queries.ts";
import { useMember } from "../../login/session/useMember.ts";
import { cancelAutoRenewStrings } from "./cancelAutoRenew.strings.ts";
import css from "./CancelAutoRenew.module.css";
import { useMemberDate } from "../useMemberDate.ts";

/** The membership to show: the one that renews automatically, or the one whose renewal is cancelled. */
const pickMembership = (memberships: readonly Membership[]): Membership | undefined =>
  memberships.find(({ auto_renew_state }) => auto_renew_state === "scheduled") ??
  memberships.find(({ auto_renew_state }) => auto_renew_state === "cancelled");

/** The membership does not renew automatically, or it is unknown because the link is not valid. */
const isNotEnrolled = (error: unknown): boolean =>
  error instanceof Refused &&
  (error.code === "auto_renew_not_scheduled" || error.status === 401 || error.status === 404);

/** The membership of an order by the token of its link: level, dates and renewal, but no personal data. */
const useOrderMembership = (ticket_order_id: string, token: string | undefined) =>
  useQuery({
    queryKey: ["order", ticket_order_id, token ?? null, "membership"],
    queryFn:
      token === undefined
        ? skipToken
        : ({ signal }) =>
            call(
              getOrder,
              { ticket_order_id, token, _embed: "membership", "ticket_group.handler._in": "membership" },
              { signal, fresh: true },
            ),
    retry: false,
  });

/** Cancels the automatic renewal of the membership of an order. */
export function CancelAutoRenew({ ticketOrderId }: { readonly ticketOrderId: string }) {
  const t = useText(cancelAutoRenewStrings);
  const shared = useText(sharedStrings);
  const isHydrated = useHydrated();
  const token = new URLSearchParams(useSearch()).get("token") ?? undefined;
  const client = useQueryClient();
  const { strength, memberships, isLoading } = useMember();
  const orderMembership = useOrderMembership(ticketOrderId, isHydrated ? token : undefined);
  const cancellation = useMutation({
    mutationFn: () => call(cancelAutoRenew, { ticket_order_id: ticketOrderId, ...(token ? { token } : {}) }),
    onSuccess: () => client.invalidateQueries({ queryKey: memberKey }),
  });

  if (!isHydrated || isLoading || orderMembership.isLoading)
    return (
      <CancelFrame>
        <VisuallyHidden>{t("auto_renew.loading")}</VisuallyHidden>
        <Skeleton count={3} />
      </CancelFrame>
    );
  // After a renewal, the link of an older order still works: that order no longer shows the membership, but the server
  // finds it.
  const current =
    pickMembership(memberships.filter(({ ticket_order_id }) => ticket_order_id === ticketOrderId)) ??
    pickMembership(orderMembership.data?.membership?._data ?? []);
  const cancelled =
    pickMembership(cancellation.data?.membership._data ?? []) ??
    cancellation.data?.membership._data[0] ??
    (current?.auto_renew_state === "cancelled" ? current : undefined);
  if (cancelled)
    return (
      <CancelFrame>
        <FocusedResult isNew={cancellation.isSuccess}>
          <Cancelled membership={cancelled} />
        </FocusedResult>
      </CancelFrame>
    );
  if ((!current && token === undefined) || isNotEnrolled(cancellation.error))
    return (
      <CancelFrame>
        <FocusedResult isNew={cancellation.isError}>
          <NotEnrolled isLoggedIn={strength === "full"} />
        </FocusedResult>
      </CancelFrame>
    );
  return (
    <CancelFrame>
      <CancelText membership={current} />
      {cancellation.error && (
        <Banner tone="error">
          {cancellation.error instanceof Refused && cancellation.error.status < 500
            ? cancellation.error.description
            : failureText(shared)}
        </Banner>
      )}
      <div className={css.actions}>
        <Button kind="primary" busy={cancellation.isPending} onClick={() => cancellation.mutate()}>
          {t("auto_renew.confirm")}
        </Button>
        <BackButton label="cancel" />
      </div>
    </CancelFrame>
  );
}

function CancelFrame({ children }: { readonly children: ReactNode }) {
  const t = useText(cancelAutoRenewStrings);
  return (
    <Page>
      <div className={css.screen}>
        <h1>{t("auto_renew.title")}</h1>
        {children}
      </div>
    </Page>
  );
}

/** Replaces the pressed button and takes its focus. */
function FocusedResult({ isNew, children }: { readonly isNew: boolean; readonly children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isNew) box.current?.focus();
  }, [isNew]);
  return (
    <div ref={box} tabIndex={-1} className={css.answer}>
      {children}
    </div>
  );
}

function CancelText({ membership }: { readonly membership: Membership | undefined }) {
  const t = useText(cancelAutoRenewStrings);
  const date = useMemberDate();
  const last_day = membership?.last_day ?? null;
  if (!membership || last_day === null) return <p>{t("auto_renew.body")}</p>;
  return <p>{t("auto_renew.body.level", { level: membership.level_name, date: date(last_day) })}</p>;
}

function Cancelled({ membership: { level_name: level, last_day } }: { readonly membership: Membership }) {
  const t = useText(cancelAutoRenewStrings);
  const date = useMemberDate();
  return (
    <>
      <Banner tone="success">
        {last_day === null
          ? t("auto_renew.cancelled.lifetime", { level })
          : t("auto_renew.cancelled", { level, date: date(last_day) })}
      </Banner>
      <div className={css.actions}>
        <BackButton label="done" />
      </div>
    </>
  );
}

function NotEnrolled({ isLoggedIn }: { readonly isLoggedIn: boolean }) {
  const t = useText(cancelAutoRenewStrings);
  const [path] = useLocation();
  const offersLogin = canOpenAccount(useSeller());
  const login = new URLSearchParams(useSearch());
  login.set("login", "true");
  const guestText = offersLogin ? "auto_renew.none.guest" : "auto_renew.none.link";
  return (
    <>
      <Banner tone="warning">{t(isLoggedIn ? "auto_renew.none" : guestText)}</Banner>
      <div className={css.actions}>
        {!isLoggedIn && offersLogin && (
          <Link href={`${path}?${login}`} rel="nofollow" {...buttonAttributes({ kind: "primary" })}>
            {t("auto_renew.login")}
          </Link>
        )}
        <BackButton label="cancel" />
      </div>
    </>
  );
}

/** Goes back, or to the home page for a visitor who came by an e-mailed link. */
function BackButton({ label }: { readonly label: "cancel" | "done" }) {
  const t = useText(cancelAutoRenewStrings);
  const [, navigate] = useLocation();
  const leave = () => (window.history.length > 1 ? window.history.back() : navigate(paths.home()));
  return (
    <Button kind={label === "done" ? "primary" : "quiet"} onClick={leave}>
      {t(`auto_renew.${label}`)}
    </Button>
  );
}
