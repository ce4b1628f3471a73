import { Button } from "@foyer/ui/action/Button.tsx";
import { Page } from "@foyer/ui/layout/Layout.tsx";
import { skipStrings } from "../../../shared/form/skip.strings.ts";
import { useSeller, useText } from "../../../shared/seller/seller.tsx";
import css from "./AddOnBanner.module.css";
import { useDeferredText } from "../text/useDeferredText.ts";

/** Shown above an event that is offered as an add-on, with a button to skip it. */
export function AddOnBanner({ onSkip }: { readonly onSkip: () => void }) {
  const t = useDeferredText();
  const skipText = useText(skipStrings);
  const { upsells } = useSeller().configuration;
  return (
    <Page>
      <div className={css.bar} data-slot="top">
        <p>{t("reserve.add_on")}</p>
        <Button size="small" onClick={onSkip}>
          {skipText(upsells?.chain_form === "one_by_one" ? "reserve.skip" : "reserve.back_to_add_ons")}
        </Button>
      </div>
    </Page>
  );
}
