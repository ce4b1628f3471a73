import { useState } from "react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { giftMembershipList, type GiftMembership } from "@foyer/contract/office/members/giftMemberships.ts";
import type { Permission } from "@foyer/contract/office/staff/permissions.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { useOwnSeller } from "../../shared/queries.ts";
import { formatDayOfMoment } from "../../shared/format/format.ts";
import { LoadState } from "../../shared/LoadState.tsx";
import { OfficePage } from "../../shared/Page.tsx";
import { SearchField } from "../../shared/list/SearchField.tsx";
import { FilterForm } from "../../shared/list/FilterForm.tsx";
import { RowOfDialog } from "../../shared/list/HeldRow.tsx";
import { ListTable } from "../../shared/list/ListTable.tsx";
import { useListView } from "../../shared/list/useListView.ts";
import { ShowMore } from "../../shared/list/ShowMore.tsx";
import { CancelGiftDialog, MoveGiftEndDialog, ResendGiftDialog } from "./GiftMembershipDialogs.tsx";
import { formatCalendarDay, giftMembershipsQuery, giftStateNames, type MemberSearch } from "./memberQueries.ts";
import tableCss from "../../shared/list/ListTable.module.css";
import recordCss from "../../shared/styles/Record.module.css";
import css from "./Members.module.css";

const route = "/signed-in/$slug/members/gifts" as const;

/** Gift memberships, newest first: who gave them to whom, and whether they were redeemed. */
export function GiftMembershipsScreen() {
  const { slug } = useParams({ from: route });
  const search = useSearch({ from: route }) as MemberSearch;
  const { q } = search;
  const view = useListView(giftMembershipList, search);
  const navigate = useNavigate({ from: "/$slug/members/gifts" });
  const { permissions, timezone } = useOwnSeller(slug);
  const list = useInfiniteQuery(giftMembershipsQuery(slug, search));
  const gifts = list.data?.pages.flatMap((page) => page.gifts) ?? [];
  return (
    <OfficePage
      title="Gift memberships"
      actions={
        <Link className={recordCss.link} to="/$slug/members" params={{ slug }}>
          All members
        </Link>
      }
    >
      <FilterForm>
        <SearchField
          value={q ?? ""}
          placeholder="Name, email, code, order"
          onSearch={(value) =>
            void navigate({ search: (old: MemberSearch) => ({ ...old, q: value || undefined }), replace: true })
          }
        />
      </FilterForm>
      <LoadState query={list} skeleton="control" count={6} />
      {list.isSuccess && gifts.length === 0 && (
        <p className={tableCss.empty}>
          {q === undefined ? (
            "No membership has been given yet."
          ) : (
            <>
              No gift matches.{" "}
              <Link to="." search={{}}>
                Show all gifts
              </Link>
            </>
          )}
        </p>
      )}
      {gifts.length > 0 && (
        <ListTable
          view={view}
          label="Gifts of memberships"
          order="newest first"
          rows={gifts}
          keyOf={({ id }) => id}
          cellsOf={(gift) => cellsOf({ gift, slug, timezone, permissions })}
          isBusy={list.isPlaceholderData}
        />
      )}
      <ShowMore query={list}>Show more gifts</ShowMore>
    </OfficePage>
  );
}

type GiftRowProps = {
  readonly gift: GiftMembership;
  readonly slug: string;
  readonly permissions: readonly Permission[];
};

const cellsOf = ({ gift, slug, timezone, permissions }: GiftRowProps & { readonly timezone: string }) => {
  const { giver, giftee, level, code, state, last_day, bought_at, order_number, redeemed_by } = gift;
  const orderLink = (number: number) => (
    <Link to="/$slug/orders/$number" params={{ slug, number: String(number) }}>
      Order {number}
    </Link>
  );
  return {
    giftee: (
      <>
        <span>{giftee === null ? "Nobody named" : giftee.name || "Nobody named"}</span>
        <span className={recordCss.quiet}>{giftee?.email}</span>
      </>
    ),
    giver: (
      <>
        <span>{giver.name}</span>
        <span className={recordCss.quiet}>
          {giver.email} {orderLink(order_number)}
        </span>
      </>
    ),
    level: (
      <>
        <span>{level}</span>
        <span className={css.number}>{code}</span>
      </>
    ),
    bought_at: formatDayOfMoment(bought_at, timezone),
    state: (
      <>
        <span>{giftStateNames[state]}</span>
        <span className={recordCss.quiet}>
          {redeemed_by === null ? last_day !== null && `until ${formatCalendarDay(last_day)}` : orderLink(redeemed_by)}
        </span>
      </>
    ),
    actions: <GiftActions gift={gift} slug={slug} permissions={permissions} />,
  };
};

const dialogs = { resend: ResendGiftDialog, end: MoveGiftEndDialog, cancel: CancelGiftDialog } as const;
type Action = keyof typeof dialogs;

function GiftActions({ gift, slug, permissions }: GiftRowProps) {
  const [open, setOpen] = useState<Action>();
  const mayEdit = permissions.includes("member.edit");
  const isUsable = gift.state === "active" || gift.state === "ended";
  const buttons: readonly (readonly [Action, string, boolean])[] = [
    ["resend", "Send again", mayEdit && gift.state === "active"],
    ["end", "Extend", mayEdit && isUsable && gift.last_day !== null],
    ["cancel", "Cancel", permissions.includes("member.cancel") && isUsable],
  ];
  const Open = open && dialogs[open];
  const isGone = !buttons.some(([action, , isPossible]) => action === open && isPossible);
  const who = gift.giftee?.name || gift.giver.name;
  return (
    <div className={recordCss.actions}>
      {buttons.map(
        ([action, label, isPossible]) =>
          isPossible && (
            <Button
              key={action}
              size="small"
              aria-label={`${label}: ${gift.level} for ${who}`}
              onClick={() => setOpen(action)}
            >
              {label}
            </Button>
          ),
      )}
      {Open && (
        <RowOfDialog isGone={isGone} gone="This can no longer be done: the gift was changed or redeemed meanwhile.">
          <Open gift={gift} slug={slug} onClose={() => setOpen(undefined)} />
        </RowOfDialog>
      )}
    </div>
  );
}
