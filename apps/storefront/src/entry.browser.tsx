import { startTransition, useEffect, type ReactNode } from "react";
import { hydrateRoot } from "react-dom/client";
import { bootElement, type Boot } from "@foyer/contract/boot.ts";
import { App } from "./App.tsx";
import { loadFirst } from "./routes/firstScreen.ts";
import { AnswersProvider, readAnswers } from "./shared/answers.tsx";
import { report } from "./shared/reports.ts";
import { replayClicks } from "./shell/replay.ts";
import { watchSleep } from "./shell/waking.ts";

const start = async (): Promise<void> => {
  // The server checked this against the contract before it wrote it.
  const boot = JSON.parse(document.getElementById(bootElement)?.textContent ?? "null") as Boot;
  const root = document.getElementById("root");
  if (!root) throw new Error("the page has no root");
  await Promise.all([
    // What were not there would stay asleep while the rest of the page answers.
    loadFirst(boot),
    "Temporal" in globalThis ? undefined : import("temporal-polyfill/global"),
  ]);
  watchSleep(boot);
  const page = (
    <Awake>
      <AnswersProvider answer={readAnswers()}>
        <App boot={boot} />
      </AnswersProvider>
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
