import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Link, useLocation, useSearch } from "wouter";
import { sameSitePath } from "@foyer/rules/sameSite.ts";
import { buttonLook } from "@foyer/ui/Button.tsx";
import { Page } from "@foyer/ui/Layout.tsx";
import { Skeleton } from "@foyer/ui/Skeleton.tsx";
import { VisuallyHidden } from "@foyer/ui/VisuallyHidden.tsx";
import { Refused } from "../../api/call.ts";
import { paths } from "../../shared/paths.ts";
import { useSeller, useText } from "../../shared/seller.tsx";
import { sharedStrings } from "../../shared/shared.strings.ts";
import { useHydrated } from "../../shared/useHydrated.ts";
import { openedCartQuery } from "../checkout/checkout.queries.ts";
import css from "./CompletePanel.module.css";
import { ordersStrings } from "./orders.strings.ts";

/** A path within this seller's storefront may come with or without the seller's name in front. */
const within = (base: string, path: string): string =>
  path === base ? "/" : path.startsWith(`${base}/`) ? path.slice(base.length) : path;

/** Takes over a cart that a link names, then leads to where the link says or to the checkout. */
export function TransferCartPanel({ cartId }: { readonly cartId: string }) {
  const isHydrated = useHydrated();
  const { slug } = useSeller();
  const next = sameSitePath(new URLSearchParams(useSearch()).get("next"));
  const [, navigate] = useLocation();
  const t = useText(ordersStrings);
  const shared = useText(sharedStrings);
  const { data, error } = useQuery({ ...openedCartQuery(cartId), enabled: isHydrated });
  const cart = data?.reply.cart._data[0];
  const isAnothers = cart !== undefined && !data?.own && !cart.owned_by_public_identity;
  const mayGo = cart !== undefined && !isAnothers;

  const hasGone = useRef(false);
  useEffect(() => {
    if (!mayGo || hasGone.current) return;
    // Once: the address that it leads to has a query of its own.
    hasGone.current = true;
    navigate(next === undefined ? paths.checkout(cartId) : within(`/${slug}`, next), { replace: true });
  }, [cartId, mayGo, navigate, next, slug]);

  const problem = isAnothers ? t("transfer.other_member") : error ? words(error) : undefined;
  function words(from: Error): string {
    if (from instanceof Refused && from.status === 403) return t("transfer.denied");
    if (from instanceof Refused && (from.status === 404 || from.status === 400)) return t("transfer.not_found");
    return from instanceof Refused && from.status < 500 ? from.description : shared("error.later");
  }

  return (
    <Page>
      <div className={css.words}>
        <h1>{t("transfer.title")}</h1>
        {problem === undefined ? (
          <>
            <VisuallyHidden>{t("transfer.loading")}</VisuallyHidden>
            <Skeleton count={3} />
          </>
        ) : (
          <>
            <p role="alert">{problem}</p>
            <Link href={paths.events()} {...buttonLook({ kind: "primary" })}>
              {t("transfer.events")}
            </Link>
          </>
        )}
      </div>
    </Page>
  );
}
