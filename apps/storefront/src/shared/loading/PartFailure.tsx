import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Button } from "@foyer/ui/action/Button.tsx";
import { useAnnounce } from "@foyer/ui/feedback/Announcer.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { useModals } from "@foyer/ui/overlay/ModalStack.tsx";
import { useText } from "../seller/seller.tsx";
import type { LazyComponent } from "./lazyComponent.ts";
import { loadingStrings } from "./loading.strings.ts";

export type PartFailureProps = {
  readonly part: LazyComponent<unknown>;
  /** The name of the modal that the part is. */
  readonly modal: string | undefined;
  /** The part is loaded, by this button or by anything else; gets the element that it replaces. */
  readonly onLoaded: (message: Element | null) => void;
};

/** Says that a part of the page could not be loaded, and loads it again on request or when the connection is back. */
export function PartFailure({ part, modal, onLoaded }: PartFailureProps) {
  const t = useText(loadingStrings);
  const announce = useAnnounce();
  const { names, open, close } = useModals();
  const place = useRef<HTMLDivElement>(null);
  const [isLoading, setLoading] = useState(false);
  const isModalOpen = modal !== undefined && names.includes(modal);

  const show = useEffectEvent(() => onLoaded(place.current));
  const load = useEffectEvent(() => void part.load().catch(() => undefined));
  useEffect(() => {
    let isGone = false;
    void part.arrived.then(() => isGone || show());
    const onOnline = () => load();
    window.addEventListener("online", onOnline);
    return () => {
      isGone = true;
      window.removeEventListener("online", onOnline);
    };
  }, [part]);

  // A modal that is not shown would keep the page from scrolling. It is opened again by what opened it first.
  const loadModal = useEffectEvent((name: string) => void part.load().catch(() => close(name)));
  useEffect(() => {
    if (isModalOpen) loadModal(modal);
  }, [isModalOpen, modal]);

  // The pressed button, such as a date, is gone: the focus would be lost.
  useEffect(() => {
    if (document.activeElement === document.body && navigator.userActivation?.hasBeenActive)
      place.current?.querySelector("button")?.focus();
    // Asked for by a button that may be at the end of the screen.
    if (modal !== undefined) place.current?.scrollIntoView({ block: "nearest" });
  }, [modal]);

  const retry = () => {
    setLoading(true);
    if (modal !== undefined) open(modal);
    part.load().catch(() => {
      announce(t("part.failed"));
      setLoading(false);
    });
  };
  return (
    <div ref={place}>
      <Banner
        tone="error"
        action={
          <Button size="small" busy={isLoading} onClick={retry}>
            {t("part.again")}
          </Button>
        }
      >
        {t("part.failed")}
      </Banner>
    </div>
  );
}
