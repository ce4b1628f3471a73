import { useEffect, useState, useSyncExternalStore } from "react";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { count, plural } from "../shared/format/format.ts";
import { CallError } from "../shared/call.ts";
import { Gate } from "./Gate.ts";
import { ScanScreen } from "./ScanScreen.tsx";
import { GateStore } from "./gateStore.ts";
import { pair, sellerOfGate, takePairingLink } from "./pairing.ts";
import { ReleaseNotice } from "./update/ReleaseNotice.tsx";
import css from "./Scan.module.css";

const link = takePairingLink();

/** The gate: pairs the device if the address contains a code, and otherwise scans. */
export function ScanApp() {
  const [slug, setSlug] = useState(link ? undefined : sellerOfGate);
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    document.title = "Gate";
    if (!link) return;
    pair(link).then(
      () => setSlug(link.seller),
      (error: unknown) => setFailure(error instanceof CallError ? error.message : "The device could not be paired."),
    );
  }, []);
  if (slug !== undefined) return <StartedGate slug={slug} />;
  return (
    <main className={css.message}>
      <h1>Gate</h1>
      {failure !== undefined && <Banner tone="error">{failure}</Banner>}
      <p>
        {link && failure === undefined
          ? "Pairing this device…"
          : "Open the back office, choose Gate, and scan the code that it shows with this phone's camera."}
      </p>
    </main>
  );
}

function StartedGate({ slug }: { readonly slug: string }) {
  const [gate, setGate] = useState<Gate>();
  useEffect(() => {
    const stopping = new AbortController();
    void navigator.storage?.persist?.().catch(() => false);
    const start = async (): Promise<void> => {
      const store = await GateStore.open(slug);
      if (stopping.signal.aborted) return;
      const gate = new Gate(store, slug);
      await gate.start(stopping.signal);
      setGate(gate);
    };
    void start();
    return () => stopping.abort();
  }, [slug]);
  return gate ? <RunningGate gate={gate} /> : <p className={css.message}>One moment…</p>;
}

const stops = {
  ended: ["This device was ended", "Its ticket list was deleted. Ask for a new pairing code to scan again."],
  signed_out: ["Nobody is signed in", "Pair this device with a code from the back office, or sign in."],
  not_allowed: ["You may not scan here", "Your role no longer allows it. The ticket list was deleted."],
} as const;

function RunningGate({ gate }: { readonly gate: Gate }) {
  const view = useSyncExternalStore(gate.subscribe, () => gate.view);
  const { state, stopped, waiting } = view;
  if (stopped !== undefined) {
    const [title, text] = stops[stopped];
    return (
      <main className={css.message}>
        <h1>{title}</h1>
        <p>{text}</p>
        {waiting > 0 && (
          <p>
            {count(waiting, "scan has", "scans have")} not been sent and {plural(waiting, "stays", "stay")} on this
            device.
          </p>
        )}
        <ReleaseNotice isBusy={!view.isOnline} cannotStore={view.cannotStore} isScanning={() => false} />
        <Button onClick={() => void gate.tryAgain()}>Try again</Button>
        <a href="/_office/sign-in">Sign in</a>
      </main>
    );
  }
  if (!state)
    return (
      <main className={css.message}>
        <h1>Gate</h1>
        <p>{view.isOnline ? "Reading today's list…" : "There is no network, and this device has no list yet."}</p>
        <Button onClick={() => void gate.contact()}>Try again</Button>
      </main>
    );
  return <ScanScreen gate={gate} view={view} state={state} />;
}
