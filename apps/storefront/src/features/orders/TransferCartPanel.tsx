import { useEffect, useEffectEvent, useRef } from "react";
import { Link, useLocation, useSearch } from "wouter";
import { sameSitePath } from "@foyer/rules/values/safeUrls.ts";
import { buttonAttributes } from "@foyer/ui/action/Button.tsx";
import { Page } from "@foyer/ui/layout/Layout.tsx";
import { Skeleton } from "@foyer/ui/feedback/Skeleton.tsx";
import { VisuallyHidden } from "@foyer/ui/content/VisuallyHidden.tsx";
import { ErrorLine } from "@foyer/ui/feedback/ErrorLine.tsx";
import { Refused } from "../../api/call.ts";
import { paths } from "../../shared/url/paths.ts";
import { failureText } from "../../shared/errors/failureText.ts";
import { useSeller, useText } from "../../shared/seller/seller.tsx";
import { sharedStrings } from "../../shared/text/shared.strings.ts";
import { useHydrated } from "../../shared/hydration/useHydrated.ts";
import { useTransferCart } from "../cart/cart.mutations.ts";
import { DeniedCart } from "../checkout/DeniedCart.tsx";
import css from "./CompletePanel.module.css";
import { ordersStrings } from "./orders.strings.ts";

/** Removes the seller's prefix, which the path of a link may include. */
const stripSellerPath = (base: string, path: string): string =>
  path === base ? "/" : path.startsWith(`${base}/`) ? path.slice(base.length) : path;

/** Takes over the cart of a link, then goes to the path in the link or to the checkout. */
export function TransferCartPanel({ cartId }: { readonly cartId: string }) {
  const isHydrated = useHydrated();
  const { slug } = useSeller();
  const next = sameSitePath(new URLSearchParams(useSearch()).get("next"));
  const [, navigate] = useLocation();
  const t = useText(ordersStrings);
  const shared = useText(sharedStrings);
  const { mutateAsync, error } = useTransferCart();

  const hasStarted = useRef(false);
  const transfer = async (): Promise<void> => {
    const reply = await mutateAsync({ cart_id: cartId });
    const ownCartId = reply.cart._data[0]?.id ?? cartId;
    navigate(next === undefined ? paths.checkout(ownCartId) : stripSellerPath(`/${slug}`, next), { replace: true });
  };
  // A failure is shown as the mutation's error.
  const start = () => void transfer().catch(() => undefined);
  const startOnce = useEffectEvent(start);
  useEffect(() => {
    // Only once, because the cart gets a new id.
    if (!isHydrated || hasStarted.current) return;
    hasStarted.current = true;
    startOnce();
  }, [isHydrated]);

  const problem = error ? messageOf(error) : undefined;
  function messageOf(from: Error): string {
    if (!(from instanceof Refused)) return failureText(shared, shared("error.later"));
    if (from.code === "access_denied") return t("transfer.other_member");
    if (from.status === 403) return t("transfer.denied");
    if (from.status === 404 || from.status === 400) return t("transfer.not_found");
    return from.status < 500 ? from.description : shared("error.later");
  }

  return (
    <Page>
      <div className={css.message}>
        <h1>{t("transfer.title")}</h1>
        {problem === undefined ? (
          <>
            <VisuallyHidden>{t("transfer.loading")}</VisuallyHidden>
            <Skeleton count={3} />
          </>
        ) : (
          <>
            <ErrorLine>{problem}</ErrorLine>
            {error instanceof Refused && error.status === 403 ? (
              <DeniedCart onLogin={start} events={t("transfer.events")} />
            ) : (
              <Link href={paths.events()} {...buttonAttributes({ kind: "primary" })}>
                {t("transfer.events")}
              </Link>
            )}
          </>
        )}
      </div>
    </Page>
  );
}
