import { useEffect, useRef } from "react";
import { Link } from "wouter";
import { Banner } from "@foyer/ui/Banner.tsx";
import { paths } from "../../shared/paths.ts";
import type { Problem } from "./useSubmit.ts";
import { useReserveText } from "./words.ts";

/** What came of the attempt before; it is brought into sight. */
export function ProblemSaid({ problem }: { readonly problem: Problem }) {
  const t = useReserveText();
  const said = useRef<HTMLDivElement>(null);
  useEffect(() => said.current?.scrollIntoView({ block: "center" }), [problem]);
  return (
    <div ref={said}>
      <Banner
        tone={problem.kind === "expected" ? "warning" : "error"}
        action={problem.kind === "unexpected" && <Link href={paths.home()}>{t("reserve.continue")}</Link>}
      >
        {problem.text}
      </Banner>
    </div>
  );
}
