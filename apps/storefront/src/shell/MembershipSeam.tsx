import { lazy, useState } from "react";
import { useModals } from "@foyer/ui/ModalStack.tsx";
import { membershipModal } from "../features/login/membershipModal.ts";
import { loadChunk } from "../shared/loadChunk.ts";
import { useText } from "../shared/seller.tsx";
import { Quiet } from "./Quiet.tsx";
import { shellStrings } from "./shell.strings.ts";

const MembershipModal = lazy(() =>
  loadChunk(() => import("../features/membership/MembershipModal.tsx")).then((module) => ({
    default: module.MembershipModal,
  })),
);

/** The place where the dialog with a membership's details opens, whoever opened it. */
export function MembershipSeam() {
  const { names } = useModals();
  const t = useText(shellStrings);
  const [wasAsked, setAsked] = useState(false);
  // Once asked for it stays, so that it can be seen to close.
  if (names.includes(membershipModal) && !wasAsked) setAsked(true);
  return (
    wasAsked && (
      <Quiet failed={t("chunk.failed")}>
        <MembershipModal />
      </Quiet>
    )
  );
}
