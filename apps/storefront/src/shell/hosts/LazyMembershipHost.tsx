import { useState } from "react";
import { useModals } from "@foyer/ui/overlay/ModalStack.tsx";
import { membershipModalName } from "../../features/membership/card/membershipModalName.ts";
import { lazyComponent } from "../../shared/loading/lazyComponent.ts";
import { LoadedHost } from "./LoadedHost.tsx";

const lazyMembershipModal = lazyComponent([], () => import("../../features/membership/card/MembershipModal.tsx"));

/** Shows the dialog with a membership's details, whatever opened it. */
export function LazyMembershipHost() {
  const { names, close } = useModals();
  const [isRequested, setRequested] = useState(false);
  // Stays mounted once shown, so that closing is animated.
  if (names.includes(membershipModalName) && !isRequested) setRequested(true);
  return (
    isRequested && (
      <LoadedHost
        part={lazyMembershipModal}
        name="membership"
        isAsked={names.includes(membershipModalName)}
        onFailed={() => close(membershipModalName)}
      >
        {(part) => <part.MembershipModal />}
      </LoadedHost>
    )
  );
}
