import type { ReactNode } from "react";
import { Link } from "@tanstack/react-router";
import type { OpeningStep } from "@foyer/contract/office/board.ts";
import type { Permission } from "@foyer/contract/office/staff/permissions.ts";
import { Icon } from "@foyer/ui/action/Icon.tsx";
import { Section } from "../../shared/Page.tsx";
import listsCss from "../../shared/styles/Lists.module.css";
import css from "./OpeningList.module.css";

type OpeningListProps = {
  readonly slug: string;
  readonly steps: readonly OpeningStep[];
  readonly storefront: string;
  readonly can: (permission: Permission) => boolean;
};

/** The steps before a seller's first sale, each done or not, with a link to it. */
export function OpeningList({ slug, steps, storefront, can }: OpeningListProps) {
  const done = steps.filter(({ is_done }) => is_done).length;
  return (
    <Section
      title="Before you open"
      lead={`${done} of ${steps.length} done. This list disappears after the first sale with live keys.`}
    >
      <ol className={listsCss.framed}>
        {steps.map(({ step, is_done }) => (
          <li key={step} className={css.step} data-done={is_done || undefined}>
            <span className={css.mark}>{is_done && <Icon name="check" size="small" />}</span>
            <span>
              <StepText slug={slug} step={step} storefront={storefront} can={can} />
              <span className={css.state}>{is_done ? "Done" : "To do"}</span>
            </span>
          </li>
        ))}
      </ol>
    </Section>
  );
}

type StepTextProps = Omit<OpeningListProps, "steps"> & Pick<OpeningStep, "step">;

function StepText({ slug, step, storefront, can }: StepTextProps): ReactNode {
  switch (step) {
    case "brand":
      return can("brand.edit") ? (
        <Link to="/$slug/brand" params={{ slug }}>
          Choose colours, typefaces and a logo
        </Link>
      ) : (
        "Choose colours, typefaces and a logo"
      );
    case "event":
      return (
        <Link to="/$slug/catalogue" params={{ slug }}>
          Publish the first event
        </Link>
      );
    case "terms":
      return can("brand.edit") ? (
        <Link to="/$slug/pages" params={{ slug }}>
          Write the terms that buyers accept
        </Link>
      ) : (
        "Write the terms that buyers accept"
      );
    case "keys":
      return can("keys.edit") ? (
        <Link to="/$slug/payment-keys" params={{ slug }}>
          Store live keys of the payment provider
        </Link>
      ) : (
        "Store live keys of the payment provider (owners only)"
      );
    case "test_purchase":
      return <a href={storefront}>Make a test purchase in the shop</a>;
  }
}
