import { hydrate, type DehydratedState } from "@tanstack/react-query";
import { startTransition, useEffect, type ReactNode } from "react";
import { hydrateRoot } from "react-dom/client";
import { bootElement, queriesElement, type Boot } from "@foyer/contract/boot.ts";
import { callFor } from "./api/call.ts";
import { App } from "./App.tsx";
import { loadParts } from "./shared/lazyPart.ts";
import { routeNamed } from "./routes/routes.ts";
import { loadScreen } from "./routes/screens.ts";
import { newQueryClient } from "./shared/queryClient.ts";
import { report } from "./shared/reports.ts";
import { replayClicks } from "./shell/replay.ts";

const written = (id: string): unknown => JSON.parse(document.getElementById(id)?.textContent ?? "null");

const start = async (): Promise<void> => {
  // The server checked this against the contract before it wrote it.
  const boot = written(bootElement) as Boot;
  const root = document.getElementById("root");
  if (!root) throw new Error("the page has no root");
  callFor(boot.seller.slug);
  const client = newQueryClient();
  hydrate(client, written(queriesElement) as DehydratedState);
  await Promise.all([
    // A part that were not there would stay asleep while the rest of the page answers.
    loadScreen(routeNamed(boot.shown.route)).then(() => loadParts(boot.shown.parts)),
    "Temporal" in globalThis ? undefined : import("temporal-polyfill/global"),
  ]);
  const page = (
    <Awake>
      <App boot={boot} client={client} />
    </Awake>
  );
  // As a transition, React hydrates in short turns: a slow phone can scroll meanwhile.
  startTransition(() => void hydrateRoot(root, page, { onCaughtError: () => undefined, onRecoverableError: report }));
};

/** Its effect runs when everything in it can answer. */
function Awake({ children }: { readonly children: ReactNode }) {
  useEffect(replayClicks, []);
  return children;
}

void start();
