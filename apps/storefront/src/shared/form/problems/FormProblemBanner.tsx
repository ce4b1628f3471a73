import { useEffect, useRef } from "react";
import { Link } from "wouter";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import css from "./FormProblemBanner.module.css";
import { paths } from "../../url/paths.ts";
import type { FormProblem } from "./formProblem.ts";
import { useText } from "../../seller/seller.tsx";
import { formProblemStrings } from "./formProblem.strings.ts";

/** The result of the last attempt, scrolled into view. */
export function FormProblemBanner({ problem }: { readonly problem: FormProblem }) {
  const t = useText(formProblemStrings);
  const banner = useRef<HTMLDivElement>(null);
  useEffect(() => {
    banner.current?.scrollIntoView({ block: "center" });
  }, [problem]);
  return (
    <div ref={banner} className={css.problem}>
      <Banner
        tone={problem.kind === "expected" ? "warning" : "error"}
        action={problem.kind === "unexpected" && <Link href={paths.home()}>{t("reserve.continue")}</Link>}
      >
        {problem.text}
      </Banner>
    </div>
  );
}
