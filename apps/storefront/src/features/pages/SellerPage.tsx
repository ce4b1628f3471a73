import { useQuery } from "@tanstack/react-query";
import type { SellerPageName } from "@foyer/contract/shop/pages/pageNames.ts";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Skeleton } from "@foyer/ui/feedback/Skeleton.tsx";
import { Page } from "@foyer/ui/layout/Layout.tsx";
import { failureText } from "../../shared/errors/failureText.ts";
import { useText } from "../../shared/seller/seller.tsx";
import { Html } from "../../shared/text/Html.tsx";
import { sharedStrings } from "../../shared/text/shared.strings.ts";
import css from "./SellerPage.module.css";
import { sellerPageQuery } from "./sellerPage.queries.ts";
import { sellerPageStrings } from "./sellerPage.strings.ts";

/** A page with the seller's own text, such as the privacy statement. */
export function SellerPage({ name }: { readonly name: SellerPageName }) {
  const t = useText(sellerPageStrings);
  const shared = useText(sharedStrings);
  const { data, error } = useQuery(sellerPageQuery(name));
  return (
    <Page>
      <article className={css.page}>
        <h1>{t(`shell.${name}`)}</h1>
        {data && <Html html={data.page.html} />}
        {error && <Banner tone="error">{failureText(shared)}</Banner>}
        {!data && !error && <Skeleton count={6} />}
      </article>
    </Page>
  );
}
