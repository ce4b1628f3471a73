import { Button } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { failureText } from "../../../shared/errors/failureText.ts";
import { useText } from "../../../shared/seller/seller.tsx";
import { sharedStrings } from "../../../shared/text/shared.strings.ts";
import { useMembershipText } from "../useMembershipText.ts";

/** The levels of a membership could not be loaded. */
export function LevelsFailed({ onAgain }: { readonly onAgain: () => void }) {
  const t = useMembershipText();
  const shared = useText(sharedStrings);
  return (
    <Banner tone="error" action={<Button onClick={onAgain}>{t("membership.again")}</Button>}>
      {failureText(shared, t("membership.failed"))}
    </Banner>
  );
}
