import { startTransition, useEffect, type ReactNode } from "react";
import { hydrateRoot } from "react-dom/client";
import { bootElementId, type BootData } from "@foyer/contract/boot.ts";
import { App } from "./App.tsx";
import { loadFirstScreen } from "./routes/loadFirstScreen.ts";
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
    // What cannot be loaded is reported at its place, with a button.
    loadFirstScreen(boot).catch(reportError),
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

/** Its effect runs when everything inside is hydrated. */
function ReplayClicksOnHydration({ children }: { readonly children: ReactNode }) {
  useEffect(replayClicks, []);
  return children;
}

void start();
