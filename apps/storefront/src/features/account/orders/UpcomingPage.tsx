import { sessionSummaries } from "@foyer/rules/account/orderHistory.ts";
import { paths } from "../../../shared/url/paths.ts";
import { useText } from "../../../shared/seller/seller.tsx";
import css from "../Account.module.css";
import { accountStrings } from "../account.strings.ts";
import { NothingYet } from "../NothingYet.tsx";
import { AccountRowsLoader } from "./AccountRowsLoader.tsx";
import { SessionLine } from "./SessionLine.tsx";

/** Upcoming sessions, soonest first. */
export function UpcomingPage() {
  const t = useText(accountStrings);
  return (
    <>
      <h1>{t("account.my_upcoming")}</h1>
      <AccountRowsLoader>
        {(rows) => {
          const upcoming = sessionSummaries(rows).filter(({ isUpcoming }) => isUpcoming);
          if (upcoming.length === 0)
            return (
              <NothingYet action={{ href: paths.events(), label: t("orders.find") }}>{t("upcoming.none")}</NothingYet>
            );
          return (
            <ul role="list" className={css.lines}>
              {upcoming.map((session) => (
                <SessionLine key={session.id} session={session} to={paths.mySession(session.id)} />
              ))}
            </ul>
          );
        }}
      </AccountRowsLoader>
    </>
  );
}
