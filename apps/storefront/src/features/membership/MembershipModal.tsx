import { useLocation, useSearch } from "wouter";
import { Modal } from "@foyer/ui/Modal.tsx";
import { useModal } from "@foyer/ui/ModalStack.tsx";
import { Skeleton } from "@foyer/ui/Skeleton.tsx";
import { useText } from "../../shared/seller.tsx";
import { LoginPanel } from "../login/LoginPanel.tsx";
import { membershipModal } from "../login/membershipModal.ts";
import { useMember } from "../login/useMember.ts";
import { detailsStrings } from "./details.strings.ts";
import { MembershipDetails } from "./MembershipDetails.tsx";

/** The dialog with one's membership; whoever is not logged in does that first. */
export function MembershipModal() {
  const t = useText(detailsStrings);
  const { close } = useModal(membershipModal);
  const [path, navigate] = useLocation();
  const search = useSearch();
  const here = search === "" ? path : `${path}?${search}`;
  const { strength, isLoading } = useMember();
  const isIn = strength !== "none";
  return (
    <Modal
      name={membershipModal}
      size="narrow"
      title={t(isIn ? "member.title" : "member.title.login")}
      closeLabel={t("member.close")}
    >
      {!isIn && <LoginPanel redirect={here} onDone={(_, onward) => onward !== here && navigate(onward)} />}
      {isIn && (isLoading ? <Skeleton count={4} /> : <MembershipDetails onLeave={close} />)}
    </Modal>
  );
}
