import { Link, useLocation, useSearch } from "wouter";
import { useText } from "../../shared/seller/seller.tsx";
import { useLoginStrength } from "../login/session/loginStrength.ts";
import { MembersNote } from "./MembersNote.tsx";
import { listingStrings } from "./listing.strings.ts";
import { paths } from "../../shared/url/paths.ts";
import { lazyMemberPrompts } from "./lazyMemberPrompts.ts";

/** Visitors are told that members see more, and how to become one; whoever is logged in is greeted. */
export function MembersBanner() {
  const t = useText(listingStrings);
  const [path] = useLocation();
  const isLoggedIn = useLoginStrength() !== "none";
  const prompts = lazyMemberPrompts.useLoadedWhen(isLoggedIn);
  // What the listing is narrowed to stays as it is.
  const login = new URLSearchParams(useSearch());
  login.set("login", "true");
  if (prompts) return <prompts.MemberGreeting />;
  return (
    <MembersNote>
      {t("listing.members.banner")}{" "}
      {!isLoggedIn && (
        <>
          <Link href={`${path}?${login}`} rel="nofollow">
            {t("listing.members.login")}
          </Link>{" "}
          · <Link href={paths.membership()}>{t("listing.members.join")}</Link>
        </>
      )}
    </MembersNote>
  );
}
