import { useLocation, useSearch } from "wouter";
import { Modal } from "@foyer/ui/overlay/Modal.tsx";
import { useModal } from "@foyer/ui/overlay/ModalStack.tsx";
import { Skeleton } from "@foyer/ui/feedback/Skeleton.tsx";
import { useText } from "../../../shared/seller/seller.tsx";
import { LoginPanel } from "../../login/panel/LoginPanel.tsx";
import { membershipModalName } from "./membershipModalName.ts";
import { useMember } from "../../login/session/useMember.ts";
import { membershipDetailsStrings } from "./membershipDetails.strings.ts";
import { MembershipDetails } from "./MembershipDetails.tsx";

/** The dialog with the membership card, preceded by a login if necessary. */
export function MembershipModal() {
  const t = useText(membershipDetailsStrings);
  const { close } = useModal(membershipModalName);
  const [path, navigate] = useLocation();
  const search = useSearch();
  const here = search === "" ? path : `${path}?${search}`;
  const { strength, isLoading } = useMember();
  const isLoggedIn = strength !== "none";
  return (
    <Modal
      name={membershipModalName}
      size="narrow"
      title={t(isLoggedIn ? "member.title" : "member.title.login")}
      closeLabel={t("member.close")}
    >
      {!isLoggedIn && <LoginPanel redirect={here} onDone={(_, onward) => onward !== here && navigate(onward)} />}
      {isLoggedIn && (isLoading ? <Skeleton count={4} /> : <MembershipDetails onNavigate={close} />)}
    </Modal>
  );
}
