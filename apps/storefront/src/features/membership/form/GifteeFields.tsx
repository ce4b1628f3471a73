import { useMembershipText } from "../useMembershipText.ts";
import css from "./party/PartyFields.module.css";
import { PersonFields } from "./party/PersonFields.tsx";
import type { GifteeForm } from "./useGiftee.ts";

const requirements = { names: "required", emails: "required" } as const;

/** The recipient of a gift membership. */
export function GifteeFields({ giftee }: { readonly giftee: GifteeForm }) {
  const t = useMembershipText();
  return (
    <div className={css.person}>
      <PersonFields
        id="giftee"
        requirements={requirements}
        person={giftee.typed}
        errorOf={giftee.errorOf}
        onChange={giftee.setField}
        hintOf={(field) => (field === "email" ? t("membership.giftee.hint") : undefined)}
      />
    </div>
  );
}
