import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { ChapterFrame } from "../ChapterFrame.tsx";
import { recordsOf } from "../document.ts";
import { choicesQuery, type TypedCart } from "./discountQueries.ts";
import { DiscountList } from "./DiscountList.tsx";
import { TrialPanel } from "./TrialPanel.tsx";
import forms from "../catalogue.module.css";
import besideCss from "../../../shared/styles/Beside.module.css";
import css from "./Discounts.module.css";

const emptyCart: Omit<TypedCart, "day"> = {
  lines: [{ event: "", start: "", type: "", quantity: "2", price: "" }],
  bought_on: "",
  codes: "",
  level: "",
};

/** A form with the discounts in order, beside a trial cart that is priced with them. */
export function DiscountsScreen() {
  const { slug } = useParams({ from: "/signed-in/$slug/catalogue/discounts" });
  return (
    <ChapterFrame slug={slug} chapter="discounts" title="Discounts" canRemove={false}>
      {({ draft, read }) => <Discounts slug={slug} draft={draft} today={read.today} currency={read.currency} />}
    </ChapterFrame>
  );
}

type DiscountsProps = {
  readonly slug: string;
  readonly draft: {
    readonly document: unknown;
    readonly version: number;
    readonly edit: (document: unknown) => void;
  };
  readonly today: string;
  readonly currency: string;
};

function Discounts({ slug, draft, today, currency }: DiscountsProps) {
  const [cart, setCart] = useState<TypedCart>({ ...emptyCart, day: today });
  const { data: choices } = useQuery(choicesQuery(slug, cart.day === "" ? today : cart.day));
  return (
    <div className={`${besideCss.columns} ${css.columns}`}>
      <div className={forms.stack}>
        <DiscountList
          discounts={recordsOf(draft.document)}
          choices={choices}
          currency={currency}
          // A catalogue without discounts does not have this chapter.
          onEdit={(next) => draft.edit(next.length > 0 ? next : null)}
        />
        <p className={css.quiet}>
          You can also edit{" "}
          <Link to="/$slug/catalogue/chapter/$" params={{ slug, _splat: "discounts" }}>
            the discounts as YAML
          </Link>
          .
        </p>
      </div>
      <TrialPanel
        slug={slug}
        cart={cart}
        onCart={setCart}
        choices={choices}
        version={draft.version}
        currency={currency}
      />
    </div>
  );
}
