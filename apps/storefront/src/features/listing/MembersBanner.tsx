import { Link, useLocation, useSearch } from "wouter";
import { useText } from "../../shared/seller/seller.tsx";
import { useLoginStrength } from "../login/session/loginStrength.ts";
import { MembersNote } from "./MembersNote.tsx";
import { listingStrings } from "./listing.strings.ts";
import { paths } from "../../shared/url/paths.ts";
import { lazyMemberPrompts } from "./lazyMemberPrompts.ts";

/** Tells visitors that members see more and how to join; greets whoever is logged in. */
export function MembersBanner() {
  const t = useText(listingStrings);
  const [path] = useLocation();
  const isLoggedIn = useLoginStrength() !== "none";
  const prompts = lazyMemberPrompts.useLoadedWhen(isLoggedIn);
  // Keeps the filters of the listing.
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
