import { useState } from "react";
import { Button } from "@foyer/ui/action/Button.tsx";
import { useAnnounce } from "@foyer/ui/feedback/Announcer.tsx";
import { useText } from "../seller/seller.tsx";
import { frameStrings } from "../text/frame.strings.ts";

/**
 * Says that a part of the page could not be loaded, with a button that loads it again: for a first view, whose script must
 * stay small. Elsewhere `LoadedPart` does. A press counts before the page is hydrated, too.
 */
export function LoadAgain({ load }: { readonly load: () => Promise<unknown> }) {
  const t = useText(frameStrings);
  const announce = useAnnounce();
  const [isLoading, setLoading] = useState(false);
  const retry = () => {
    setLoading(true);
    load().catch(() => {
      announce(t("chunk.failed"));
      setLoading(false);
    });
  };
  return (
    <>
      {t("chunk.failed")}{" "}
      <Button size="small" busy={isLoading} data-replay="no" onClick={retry}>
        {t("shell.again")}
      </Button>
    </>
  );
}
