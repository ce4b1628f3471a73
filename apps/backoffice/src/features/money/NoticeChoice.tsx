import { setMoneyNotice } from "@foyer/contract/office/money/money.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { callOffice } from "../../shared/call.ts";
import { useAction } from "../../shared/Form.tsx";
import { refreshMoney } from "./moneyQueries.ts";
import recordCss from "../../shared/styles/Record.module.css";
import css from "./Money.module.css";

type NoticeChoiceProps = { readonly isWanted: boolean; readonly slug: string };

/** Whether the reader gets a daily e-mail when something new is on the list. */
export function NoticeChoice({ isWanted, slug }: NoticeChoiceProps) {
  const change = useAction(async () => {
    await callOffice(setMoneyNotice, { is_wanted: !isWanted }, slug);
    await refreshMoney(slug);
  });
  return (
    <div className={css.write}>
      <p className={recordCss.quiet}>
        {isWanted
          ? "You get an email when something new is on this list, once a day at most."
          : "You get no email when something new is on this list."}
      </p>
      <Button size="small" kind="text" busy={change.isBusy} onClick={() => void change.run()}>
        {isWanted ? "Stop these emails" : "Email me once a day"}
      </Button>
      {change.failure && <Banner tone="error">{change.failure.message}</Banner>}
    </div>
  );
}
