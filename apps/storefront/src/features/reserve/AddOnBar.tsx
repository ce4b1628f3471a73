import { Button } from "@foyer/ui/Button.tsx";
import { Page } from "@foyer/ui/Layout.tsx";
import css from "./AddOnBar.module.css";
import { useLaterText } from "./useLaterText.ts";

/** Stands above an event that is offered as an add-on: what it is here for, and the way past it. */
export function AddOnBar({ onSkip }: { readonly onSkip: () => void }) {
  const t = useLaterText();
  return (
    <Page>
      <div className={css.bar} data-slot="top">
        <p>{t("reserve.add_on")}</p>
        <Button size="small" onClick={onSkip}>
          {t("reserve.skip")}
        </Button>
      </div>
    </Page>
  );
}
