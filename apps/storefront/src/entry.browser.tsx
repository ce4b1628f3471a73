import { startTransition, useEffect, type ReactNode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { bootElementId, type BootData } from "@foyer/contract/boot.ts";
import { Announcer } from "@foyer/ui/feedback/Announcer.tsx";
import { Page } from "@foyer/ui/layout/Layout.tsx";
import { App } from "./App.tsx";
import { loadFirstScreen } from "./routes/loadFirstScreen.ts";
import { LoadAgain } from "./shared/loading/LoadAgain.tsx";
import { BootProvider } from "./shared/seller/seller.tsx";
import { InitialDataProvider, readInitialData } from "./shared/queries/initialData.tsx";
import { reportError } from "./shared/errors/reportError.ts";
import { replayClicks } from "./shell/hydration/replayClicks.ts";
import { hydrateOnInteraction } from "./shell/hydration/hydrateOnInteraction.ts";

/** The placeholders in the URL of a page that many URLs share, see `pagePlaceholders.ts`. */
const placeholder = /\/:|^\/404\?|=0{8}-/;

const start = async (): Promise<void> => {
  // The server validated this against the contract.
  const sent = JSON.parse(document.getElementById(bootElementId)?.textContent ?? "null") as BootData;
  const boot = placeholder.test(`${sent.shown.path}?${sent.shown.search}`)
    ? (await import("./shared/hydration/fillPlaceholders.ts")).fillPlaceholders(sent)
    : sent;
  const root = document.getElementById("root");
  if (!root) throw new Error("the page has no root");
  await Promise.all([
    // Everything that hydrates now is loaded first; otherwise it would not respond while the rest already does.
    loadFirstScreen(boot).catch((error: unknown) => waitForFirstScreen(boot, error)),
    "Temporal" in globalThis ? undefined : import("temporal-polyfill/global"),
    // Only a link with a promo code needs it; the cart looks for the code after its first render.
    /[?&]promo=/.test(location.search)
      ? import("./shared/storage/linkedCode.ts")
          .then(({ keepLinkedCode }) => keepLinkedCode(boot.seller.slug))
          .catch(reportError)
      : undefined,
  ]);
  hydrateOnInteraction(boot);
  const page = (
    <ReplayClicksOnHydration>
      <InitialDataProvider answer={readInitialData()}>
        <App boot={boot} />
      </InitialDataProvider>
    </ReplayClicksOnHydration>
  );
  // As a transition, React hydrates in short slices: a slow phone can scroll meanwhile.
  startTransition(
    () => void hydrateRoot(root, page, { onCaughtError: () => undefined, onRecoverableError: reportError }),
  );
};

/**
 * The scripts of the first view could not be loaded. The page stays as the server rendered it; above its content it says
 * that it does not respond yet, and loads again on request or when the connection is back.
 */
const waitForFirstScreen = async (boot: BootData, error: unknown): Promise<void> => {
  reportError(error);
  const place = document.createElement("div");
  document.querySelector("main")?.prepend(place);
  const notice = createRoot(place);
  const loaded = new AbortController();
  await new Promise<void>((resolve) => {
    const load = () => loadFirstScreen(boot).then(resolve);
    window.addEventListener("online", () => void load().catch(reportError), { signal: loaded.signal });
    notice.render(
      <BootProvider boot={boot}>
        <Announcer>
          <Page>
            <p role="alert">
              <LoadAgain load={load} />
            </p>
          </Page>
        </Announcer>
      </BootProvider>,
    );
  });
  loaded.abort();
  const hasFocus = place.contains(document.activeElement);
  notice.unmount();
  place.remove();
  if (hasFocus) document.querySelector("main")?.focus();
};

/** Its effect runs when everything inside is hydrated. */
function ReplayClicksOnHydration({ children }: { readonly children: ReactNode }) {
  useEffect(replayClicks, []);
  return children;
}

void start();
