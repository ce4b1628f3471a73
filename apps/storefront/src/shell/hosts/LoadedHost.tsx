import { useEffect, useEffectEvent, useState, type ReactNode } from "react";
import type { LazyComponent } from "../../shared/loading/lazyComponent.ts";
import { reportError } from "../../shared/errors/reportError.ts";
import { showLoadFailure } from "../../shared/errors/showLoadFailure.ts";
import { LoadingNotice } from "../../shared/loading/LoadingNotice.tsx";
import { useText } from "../../shared/seller/seller.tsx";
import { SilentErrorBoundary } from "../errors/SilentErrorBoundary.tsx";
import { shellStrings } from "../frame/shell.strings.ts";

type LoadedHostProps<M> = {
  readonly part: LazyComponent<M>;
  /** Identifies the part. */
  readonly name: string;
  /** The visitor has asked for it, and is told that it is loading. */
  readonly isAsked?: boolean;
  readonly onFailed?: () => void;
  readonly children: (loaded: M) => ReactNode;
};

/** A part beside the page. If it cannot be loaded, the banner says so and the next press loads it again. */
export function LoadedHost<M>({ part, name, isAsked = false, onFailed, children }: LoadedHostProps<M>) {
  const t = useText(shellStrings);
  const loaded = part.useLoadedWhen(true);
  const failed = t("shell.part_failed");
  const [hasFailed, setFailed] = useState(false);
  const fail = useEffectEvent((error: unknown) => {
    reportError(error);
    setFailed(true);
    showLoadFailure({ load: part.load, key: name }, failed);
    onFailed?.();
  });
  useEffect(() => {
    part.load().catch((error: unknown) => fail(error));
  }, [part]);
  if (loaded === undefined) return isAsked && !hasFailed && <LoadingNotice />;
  return <SilentErrorBoundary failed={t("chunk.failed")}>{children(loaded)}</SilentErrorBoundary>;
}
