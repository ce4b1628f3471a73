import { useEffect } from "react";
import { useLocation } from "wouter";
import { savedOf } from "../shared/saved.ts";
import { useSeller } from "../shared/seller.tsx";
import { ScreenSkeleton } from "../shell/ScreenSkeleton.tsx";

/** Forgets what a login left in this browser and goes home. */
export function Screen() {
  const { slug, configuration, web } = useSeller();
  const [, navigate] = useLocation();
  useEffect(() => {
    savedOf(slug).change({ login: null });
    const elsewhere = configuration.authentication === "external" ? web.external_urls?.logout : undefined;
    if (elsewhere?.startsWith("https://")) window.location.replace(elsewhere);
    else navigate("/", { replace: true });
  }, [slug, configuration, web, navigate]);
  return <ScreenSkeleton />;
}
