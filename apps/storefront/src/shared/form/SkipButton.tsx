import { Fragment } from "react";
import { Button } from "@foyer/ui/action/Button.tsx";
import { useSeller, useText } from "../seller/seller.tsx";
import { skipStrings } from "./skip.strings.ts";
import css from "./SkipButton.module.css";

/** In the footer of a form: skips an add-on. */
export function SkipButton({ onSkip }: { readonly onSkip: () => void }) {
  const t = useText(skipStrings);
  const { upsells } = useSeller().configuration;
  return (
    <span className={css.skip} data-skip="">
      <Button kind="text" size="small" onClick={onSkip}>
        {t(upsells?.chain_form === "one_by_one" ? "reserve.skip" : "reserve.back_to_add_ons")
          .split(" ")
          .map((word, index) => (
            <Fragment key={word}>
              {index > 0 && " "}
              <span className={css.word}>{word}</span>
            </Fragment>
          ))}
      </Button>
    </span>
  );
}
