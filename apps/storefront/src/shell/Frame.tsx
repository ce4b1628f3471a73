import { useEffect } from "react";
import { matchRoute, routeNamed } from "../routes/routes.ts";
import { withQueries } from "../shared/Queries.tsx";
import { useBoot } from "../shared/seller.tsx";
import { CartKeeper, fetchKeeper } from "./CartKeeper.tsx";
import { ConsentSeam } from "./ConsentSeam.tsx";
import { CustomBlocks as Blocks } from "./CustomBlocks.tsx";
import { ErrorBanner } from "./ErrorBanner.tsx";
import { Footer as PageFooter } from "./Footer.tsx";
import { Header as PageHeader } from "./Header.tsx";
import { LoginSeam } from "./LoginSeam.tsx";
import { fetchAhead } from "./fetchAhead.ts";
import { MembershipSeam } from "./MembershipSeam.tsx";
import { SessionSeam } from "./SessionSeam.tsx";
import { useArrivals } from "./useArrivals.ts";
import type { Current } from "./useCurrent.ts";

/** What `parts.ts` brings: the script of a first view asleep does without all of it. */
export const Header = withQueries(PageHeader);
export const Footer = withQueries(PageFooter);
export const CustomBlocks = withQueries(Blocks);
export const Mishaps = withQueries(ErrorBanner);
export const keepCart = fetchKeeper;
export const table = { matchRoute, routeNamed } as const;

/** What looks after a page besides showing it; most of it shows nothing. */
export const Seams = withQueries(function Seams({ current }: { readonly current: Current }) {
  const boot = useBoot();
  useArrivals(current);
  useEffect(() => fetchAhead(boot), [boot]);
  return (
    <>
      <LoginSeam />
      <MembershipSeam />
      <SessionSeam />
      {boot.seller.web.analytics && <ConsentSeam />}
      <CartKeeper atCheckout={current.route.name === "checkout"} />
    </>
  );
});
