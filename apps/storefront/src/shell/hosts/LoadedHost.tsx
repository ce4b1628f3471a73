import { useEffect, useEffectEvent, type ReactNode } from "react";
import type { LazyComponent } from "../../shared/loading/lazyComponent.ts";
import { reportError } from "../../shared/errors/reportError.ts";
import { showLoadFailure } from "../../shared/errors/showLoadFailure.ts";
import { useText } from "../../shared/seller/seller.tsx";
import { SilentErrorBoundary } from "../errors/SilentErrorBoundary.tsx";
import { shellStrings } from "../frame/shell.strings.ts";

type LoadedHostProps<M> = {
  readonly part: LazyComponent<M>;
  /** Identifies the part. */
  readonly name: string;
  readonly onFailed?: () => void;
  readonly children: (loaded: M) => ReactNode;
};

/** A part beside the page. If it cannot be loaded, the banner says so and the next press loads it again. */
export function LoadedHost<M>({ part, name, onFailed, children }: LoadedHostProps<M>) {
  const t = useText(shellStrings);
  const loaded = part.useLoadedWhen(true);
  const failed = t("chunk.failed");
  const fail = useEffectEvent((error: unknown) => {
    reportError(error);
    showLoadFailure(part.load, name, failed);
    onFailed?.();
  });
  useEffect(() => {
    part.load().catch((error: unknown) => fail(error));
  }, [part]);
  return loaded !== undefined && <SilentErrorBoundary failed={failed}>{children(loaded)}</SilentErrorBoundary>;
}
