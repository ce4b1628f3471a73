import { lazy, useState } from "react";
import { useModals } from "@foyer/ui/overlay/ModalStack.tsx";
import { membershipModalName } from "../../features/membership/card/membershipModalName.ts";
import { loadChunk } from "../../shared/loading/loadChunk.ts";
import { useText } from "../../shared/seller/seller.tsx";
import { SilentErrorBoundary } from "../errors/SilentErrorBoundary.tsx";
import { shellStrings } from "../frame/shell.strings.ts";

const MembershipModal = lazy(() =>
  loadChunk(() => import("../../features/membership/card/MembershipModal.tsx")).then((module) => ({
    default: module.MembershipModal,
  })),
);

/** Shows the dialog with a membership's details, whatever opened it. */
export function LazyMembershipHost() {
  const { names } = useModals();
  const t = useText(shellStrings);
  const [isRequested, setRequested] = useState(false);
  // Stays mounted once shown, so that closing is animated.
  if (names.includes(membershipModalName) && !isRequested) setRequested(true);
  return (
    isRequested && (
      <SilentErrorBoundary failed={t("chunk.failed")}>
        <MembershipModal />
      </SilentErrorBoundary>
    )
  );
}
