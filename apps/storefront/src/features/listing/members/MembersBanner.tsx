import { useLocation, useSearch } from "wouter";
import { canJoin, canLogIn } from "../../../shared/seller/canJoinOrLogIn.ts";
import { useSeller, useText } from "../../../shared/seller/seller.tsx";
import { useLoginStrength } from "../../login/session/loginStrength.ts";
import { JoinOrLogInLinks } from "../JoinOrLogInLinks.tsx";
import css from "./MembersNote.module.css";
import { MembersNote } from "./MembersNote.tsx";
import { listingStrings } from "../listing.strings.ts";
import { lazyMemberPrompts } from "./lazyMemberPrompts.ts";

/** Tells visitors that members see more and how to join; greets logged-in visitors. */
export function MembersBanner() {
  const t = useText(listingStrings);
  const seller = useSeller();
  const [path] = useLocation();
  const isLoggedIn = useLoginStrength() !== "none";
  const prompts = lazyMemberPrompts.useLoadedWhen(isLoggedIn);
  // Keeps the filters of the listing.
  const login = new URLSearchParams(useSearch());
  login.set("login", "true");
  if (prompts) return <prompts.MemberGreeting />;
  if (!canLogIn(seller) && !canJoin(seller)) return null;
  return (
    <MembersNote>
      {t("listing.members.banner")}{" "}
      {!isLoggedIn && (
        <span className={css.actions}>
          <JoinOrLogInLinks login={`${path}?${login}`} />
        </span>
      )}
    </MembersNote>
  );
}
