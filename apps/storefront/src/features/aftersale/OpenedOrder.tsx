import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode } from "react";
import { Link, useLocation, useSearch } from "wouter";
import type { Reply } from "@foyer/contract/endpoint.ts";
import type { getOrderActions } from "@foyer/contract/shop/aftersale/orderChanges.ts";
import type { OrderReply } from "@foyer/contract/shop/orders/orders.ts";
import { Button, buttonAttributes } from "@foyer/ui/action/Button.tsx";
import { VisuallyHidden } from "@foyer/ui/content/VisuallyHidden.tsx";
import { ErrorLine } from "@foyer/ui/feedback/ErrorLine.tsx";
import { Skeleton } from "@foyer/ui/feedback/Skeleton.tsx";
import { Page } from "@foyer/ui/layout/Layout.tsx";
import { Refused } from "../../api/call.ts";
import { failureText } from "../../shared/errors/failureText.ts";
import { useHydrated } from "../../shared/hydration/useHydrated.ts";
import { MessagePage } from "../../shared/page/MessagePage.tsx";
import { useSeller, useText } from "../../shared/seller/seller.tsx";
import { sharedStrings } from "../../shared/text/shared.strings.ts";
import { paths } from "../../shared/url/paths.ts";
import { canOpenAccount } from "../../shared/seller/canJoinOrLogIn.ts";
import { useLoginStrength } from "../login/session/loginStrength.ts";
import { managedOrderKey, managedOrderQuery, orderActionsQuery, type OrderAccess } from "./aftersale.queries.ts";
import { aftersaleStrings } from "./aftersale.strings.ts";
import css from "./Manage.module.css";

export type OrderData = {
  readonly access: OrderAccess;
  readonly reply: OrderReply;
  readonly actions: Reply<typeof getOrderActions>;
};

export type OpenedOrderProps = {
  readonly id: string;
  /** The token of the order's link, if the URL has lost it. */
  readonly token?: string | undefined;
  readonly children: (order: OrderData) => ReactNode;
};

/** An order, opened by its link or by the visitor's own session, or the reason why it cannot be shown. */
export function OpenedOrder({ id, token: kept, children }: OpenedOrderProps) {
  const t = useText(aftersaleStrings);
  const shared = useText(sharedStrings);
  const client = useQueryClient();
  const isHydrated = useHydrated();
  const token = new URLSearchParams(useSearch()).get("token") ?? kept;
  const access = { ticket_order_id: id, token };
  const order = useQuery({ ...managedOrderQuery(access), enabled: isHydrated });
  const actions = useQuery({ ...orderActionsQuery(access), enabled: isHydrated });

  const error = order.error ?? actions.error;
  if (error instanceof Refused && [400, 401, 403, 404].includes(error.status)) return <OrderNotFound />;
  if (order.data && actions.data) return children({ access, reply: order.data, actions: actions.data });
  if (error)
    return (
      <PendingPage>
        <ErrorLine>{failureText(shared, t("manage.failed"))}</ErrorLine>
        <Button kind="primary" onClick={() => void client.refetchQueries({ queryKey: managedOrderKey(access) })}>
          {t("manage.again")}
        </Button>
      </PendingPage>
    );
  return <OrderSkeleton />;
}

export function OrderSkeleton() {
  const t = useText(aftersaleStrings);
  return (
    <PendingPage>
      <VisuallyHidden>{t("manage.loading")}</VisuallyHidden>
      <Skeleton shape="title" />
      <Skeleton count={4} />
    </PendingPage>
  );
}

function PendingPage({ children }: { readonly children: ReactNode }) {
  return (
    <Page>
      <div className={css.pending}>{children}</div>
    </Page>
  );
}

function OrderNotFound() {
  const t = useText(aftersaleStrings);
  const hasAccounts = canOpenAccount(useSeller());
  const strength = useLoginStrength();
  const [path] = useLocation();
  const login = new URLSearchParams(useSearch());
  login.set("login", "true");
  return (
    <MessagePage
      title={t("manage.not_found")}
      actions={
        <>
          <Link href={paths.resend()} {...buttonAttributes({ kind: "primary" })}>
            {t("manage.resend")}
          </Link>
          {strength === "none" && hasAccounts && (
            <Link href={`${path}?${login}`} rel="nofollow" {...buttonAttributes({ kind: "quiet" })}>
              {t("manage.login")}
            </Link>
          )}
        </>
      }
    >
      {t(hasAccounts ? "manage.not_found.hint" : "manage.not_found.hint.no_login")}
    </MessagePage>
  );
}
