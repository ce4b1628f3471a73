import { skipToken, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, type ReactNode } from "react";
import { Link, useLocation, useSearch } from "wouter";
import { cancelAutoRenew, type Membership } from "@foyer/contract/membership.ts";
import { getOrder } from "@foyer/contract/orders.ts";
import { Banner } from "@foyer/ui/Banner.tsx";
import { Button, buttonLook } from "@foyer/ui/Button.tsx";
import { Page } from "@foyer/ui/Layout.tsx";
import { Skeleton } from "@foyer/ui/Skeleton.tsx";
import { VisuallyHidden } from "@foyer/ui/VisuallyHidden.tsx";
import { call, Refused } from "../../api/call.ts";
import { paths } from "../../shared/paths.ts";
import { useText } from "../../shared/seller.tsx";
import { sharedStrings } from "../../shared/shared.strings.ts";
import { useHydrated } from "../../shared/useHydrated.ts";
import { memberKey } from "../login/member.queries.ts";
import { useMember } from "../login/useMember.ts";
import { autoRenewStrings } from "./autoRenew.strings.ts";
import css from "./CancelAutoRenew.module.css";
import { useMemberDate } from "./useMemberDate.ts";

/** Whose state is said: the one that renews itself, else the one that does not any more. */
const telling = (memberships: readonly Membership[]): Membership | undefined =>
  memberships.find(({ auto_renew_state }) => auto_renew_state === "scheduled") ??
  memberships.find(({ auto_renew_state }) => auto_renew_state === "cancelled");

/** Not enrolled, or not known: whoever opens it by the letter's link is known by that. */
const isNotEnrolled = (error: unknown): boolean =>
  error instanceof Refused &&
  (error.code === "auto_renew_not_scheduled" || error.status === 401 || error.status === 404);

/** What the order's link tells without a login: level, dates and how it goes on, and nothing of who it is. */
const useLinked = (ticket_order_id: string, token: string | undefined) =>
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

/** The membership of an order will not renew itself. */
export function CancelAutoRenew({ ticketOrderId }: { readonly ticketOrderId: string }) {
  const t = useText(autoRenewStrings);
  const shared = useText(sharedStrings);
  const isHydrated = useHydrated();
  const token = new URLSearchParams(useSearch()).get("token") ?? undefined;
  const client = useQueryClient();
  const { strength, memberships, isLoading } = useMember();
  const linked = useLinked(ticketOrderId, isHydrated ? token : undefined);
  const cancelling = useMutation({
    mutationFn: () => call(cancelAutoRenew, { ticket_order_id: ticketOrderId, ...(token ? { token } : {}) }),
    onSuccess: () => client.invalidateQueries({ queryKey: memberKey }),
  });

  if (!isHydrated || isLoading || linked.isLoading)
    return (
      <Frame>
        <VisuallyHidden>{t("auto_renew.loading")}</VisuallyHidden>
        <Skeleton count={3} />
      </Frame>
    );
  // The link of an old letter ends what has renewed itself since: of that its order tells nothing, and the server all.
  const known =
    telling(memberships.filter(({ ticket_order_id }) => ticket_order_id === ticketOrderId)) ??
    telling(linked.data?.membership?._data ?? []);
  const cancelled =
    telling(cancelling.data?.membership._data ?? []) ??
    cancelling.data?.membership._data[0] ??
    (known?.auto_renew_state === "cancelled" ? known : undefined);
  if (cancelled)
    return (
      <Frame>
        <Answer isNew={cancelling.isSuccess}>
          <Cancelled membership={cancelled} />
        </Answer>
      </Frame>
    );
  if ((!known && token === undefined) || isNotEnrolled(cancelling.error))
    return (
      <Frame>
        <Answer isNew={cancelling.isError}>
          <NotEnrolled isLoggedIn={strength === "full"} />
        </Answer>
      </Frame>
    );
  return (
    <Frame>
      <Body membership={known} />
      {cancelling.error && (
        <Banner tone="error">
          {cancelling.error instanceof Refused && cancelling.error.status < 500
            ? cancelling.error.description
            : shared("error.generic")}
        </Banner>
      )}
      <div className={css.actions}>
        <Button kind="primary" busy={cancelling.isPending} onClick={() => cancelling.mutate()}>
          {t("auto_renew.confirm")}
        </Button>
        <Back word="cancel" />
      </div>
    </Frame>
  );
}

function Frame({ children }: { readonly children: ReactNode }) {
  const t = useText(autoRenewStrings);
  return (
    <Page>
      <div className={css.screen}>
        <h1>{t("auto_renew.title")}</h1>
        {children}
      </div>
    </Page>
  );
}

/** It takes the place of the button that was pressed, and the focus with it. */
function Answer({ isNew, children }: { readonly isNew: boolean; readonly children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isNew) place.current?.focus();
  }, [isNew]);
  return (
    <div ref={place} tabIndex={-1} className={css.answer}>
      {children}
    </div>
  );
}

function Body({ membership }: { readonly membership: Membership | undefined }) {
  const t = useText(autoRenewStrings);
  const date = useMemberDate();
  const last_day = membership?.last_day ?? null;
  if (!membership || last_day === null) return <p>{t("auto_renew.body")}</p>;
  return <p>{t("auto_renew.body.level", { level: membership.level_name, date: date(last_day) })}</p>;
}

function Cancelled({ membership: { level_name: level, last_day } }: { readonly membership: Membership }) {
  const t = useText(autoRenewStrings);
  const date = useMemberDate();
  return (
    <>
      <Banner tone="success">
        {last_day === null
          ? t("auto_renew.cancelled.lifetime", { level })
          : t("auto_renew.cancelled", { level, date: date(last_day) })}
      </Banner>
      <div className={css.actions}>
        <Back word="done" />
      </div>
    </>
  );
}

function NotEnrolled({ isLoggedIn }: { readonly isLoggedIn: boolean }) {
  const t = useText(autoRenewStrings);
  const [path] = useLocation();
  const login = new URLSearchParams(useSearch());
  login.set("login", "true");
  return (
    <>
      <Banner tone="warning">{t(isLoggedIn ? "auto_renew.none" : "auto_renew.none.guest")}</Banner>
      <div className={css.actions}>
        {!isLoggedIn && (
          <Link href={`${path}?${login}`} rel="nofollow" {...buttonLook({ kind: "primary" })}>
            {t("auto_renew.login")}
          </Link>
        )}
        <Back word="cancel" />
      </div>
    </>
  );
}

/** To where the visitor came from; whoever came by a letter's link came from nowhere. */
function Back({ word }: { readonly word: "cancel" | "done" }) {
  const t = useText(autoRenewStrings);
  const [, navigate] = useLocation();
  const leave = () => (window.history.length > 1 ? window.history.back() : navigate(paths.home()));
  return (
    <Button kind={word === "done" ? "primary" : "quiet"} onClick={leave}>
      {t(`auto_renew.${word}`)}
    </Button>
  );
}
