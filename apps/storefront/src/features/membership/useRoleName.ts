import { useText } from "../../shared/seller/seller.tsx";

/** The usual roles. A seller may have others. */
export const roleStrings = {
  "member.role.member": "Member",
  "member.role.second-card": "Second card",
  "member.role.third-card": "Third card",
  "member.role.youth": "Youth",
  "member.role.child": "Child",
  "member.role.caregiver": "Caregiver",
  "member.role.guest": "Guest",
  "member.role.additional-member": "Additional member",
} as const;

/** The name of a member's role. For a seller's own role, the role itself. */
export const useRoleName = () => {
  const t = useText(roleStrings);
  return (party_role: string): string => {
    const key = `member.role.${party_role}`;
    return Object.hasOwn(roleStrings, key) ? t(key as keyof typeof roleStrings) : party_role;
  };
};
