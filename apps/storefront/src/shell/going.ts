import { strengthOf } from "../features/login/loggedIn.ts";
import { memberQuery } from "../features/login/member.queries.ts";
import { arrive, settle } from "../routes/arrive.ts";
import { passGuards, type Arrival, type Deed } from "../routes/guards.ts";
import { leavesDocument } from "../routes/paymentPage.ts";
import { loadChunk } from "../shared/loadChunk.ts";
import { report } from "../shared/reports.ts";
import { savedOf } from "../shared/saved.ts";
import { focusHeading } from "./focusHeading.ts";
import { hrefOf, type House, type Navigate, type Options } from "./navigation.ts";
import type { Current } from "./useCurrent.ts";

/** After this long the new address shows even if its data is still on the way. */
const patience = 700;

let turn = 0;

/**
 * Goes to an address within the base: the next screen's script and data are fetched first, so the old view stays until
 * the new one is whole. The last of several quick navigations wins.
 */
export const go = (house: House, navigate: Navigate, to: string, options?: Options): void => {
  const { base } = house.boot;
  const settled = settle(to.slice(base.length), house);
  if (!settled.startsWith("/")) return window.location.assign(settled);
  const address = hrefOf(base + settled);
  if (leavesDocument(settled, house.boot))
    return options?.replace ? window.location.replace(address) : window.location.assign(address);
  const mine = ++turn;
  const ready = arrive(settled, house).catch(() => undefined);
  document.documentElement.dataset.going = "";
  void Promise.race([ready, new Promise((resolve) => setTimeout(resolve, patience))]).then(() => {
    if (mine !== turn) return;
    delete document.documentElement.dataset.going;
    navigate(address, options);
  });
};

/** Fetches the screen that an address leads to. */
export const fetchScreen = async (house: House, address: string): Promise<void> => {
  const settled = settle(address.slice(house.boot.base.length), house);
  if (settled.startsWith("/")) await arrive(settled, house);
};

const bodyClass = (route: string) => `route-${route}`;

/** Whoever is logged in. Only the guard of the account asks what they are a member by. */
export const memberAt = async ({ boot, client }: House, { path }: Current): Promise<Arrival["member"]> => {
  if (strengthOf(boot.seller.slug) !== "full") return null;
  if (path !== "/my") return { hasMembership: false };
  const known = await client.ensureQueryData(memberQuery).catch(() => undefined);
  if (!known?.user) return null;
  return { hasMembership: known.memberships.some(({ is_valid }) => is_valid) };
};

/** Lets the guards have their say on the address that is shown, in their order. */
export const pass = (
  { boot, client }: House,
  { path, route }: Current,
  member: Arrival["member"],
  navigate: Navigate,
): void => {
  const { seller } = boot;
  // The visible query, not the router's: the guards take away what the server never saw.
  const query = new URLSearchParams(window.location.search);
  const passed = passGuards({ path, search: query, route: route.name, shop: boot, hasPrefix: true, member });
  const rest = (passed.search ?? query).toString();
  const here = rest === "" ? path : `${path}?${rest}`;
  const doDeed = (deed: Deed): void => {
    const saved = savedOf(seller.slug);
    switch (deed.kind) {
      case "skip_upsells":
        return saved.change({ skip_upsells: deed.skip });
      case "clear_upsell_chain":
        return saved.get().upsell_chain.length > 0 ? saved.change({ upsell_chain: [] }) : undefined;
      case "name_body":
        document.body.className = bodyClass(deed.route);
        return;
      case "login_by_member_code":
      case "report_auth_error":
      case "open_login":
      case "start_external_login":
      case "finish_external_login":
        return void loadChunk(() => import("./loginDeeds.ts"))
          .then(({ doLoginDeed }) => doLoginDeed({ boot, client }, here, deed))
          .catch(report);
    }
  };

  for (const deed of passed.deeds) doDeed(deed);
  if (passed.to !== undefined) return navigate(passed.to, { replace: true });
  const settled = settle(here, { boot });
  const target = route.name.startsWith("error") ? path : settled;
  if (passed.search || target.split("?")[0] !== path) navigate(target, { replace: true });
};

/** Puts the focus on the new screen's heading; answers with how to give it up. */
export const focusScreen = (): (() => void) => focusHeading();

/** The title of the page at an address. */
export const titleOf = async ({ path, search }: Current, house: House): Promise<string> => {
  const { title } = await arrive(search === "" ? path : `${path}?${search}`, house);
  const { name } = house.boot.seller;
  return title ? `${title} – ${name}` : name;
};
