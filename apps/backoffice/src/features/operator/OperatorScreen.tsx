import { useState } from "react";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { listSellers, resumeSeller, type OperatedSeller } from "@foyer/contract/office/staff/operator.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Tag } from "@foyer/ui/feedback/Tag.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { Select } from "@foyer/ui/form/Select.tsx";
import { callOffice } from "../../shared/call.ts";
import { useAction } from "../../shared/Form.tsx";
import { formatMoment } from "../../shared/format/format.ts";
import { LoadState } from "../../shared/LoadState.tsx";
import { OfficePage } from "../../shared/Page.tsx";
import { queryClient } from "../../shared/queries.ts";
import { useToast } from "../../shared/Toast.tsx";
import { listPages, type ListSearch } from "../../shared/list/listSearch.ts";
import { SearchField } from "../../shared/list/SearchField.tsx";
import { ShowMore } from "../../shared/list/ShowMore.tsx";
import { CreateSellerDialog, InviteOwnerDialog, SuspendDialog } from "./OperatorDialogs.tsx";
import tableCss from "../../shared/list/ListTable.module.css";
import listsCss from "../../shared/styles/Lists.module.css";
import css from "./OperatorScreen.module.css";

/** The values of `sort` in the address. The default order is not in the address. */
const sorts = [
  { value: "", label: "Address, A to Z" },
  { value: "-slug", label: "Address, Z to A" },
  { value: "-created_at", label: "Newest first" },
  { value: "created_at", label: "Oldest first" },
];

const refresh = () => queryClient.invalidateQueries({ queryKey: ["sellers"] });

/** The sellers of the installation. Their orders and people are not accessible unless an owner lets the operator in. */
export function OperatorScreen() {
  const search: ListSearch = useSearch({ from: "/signed-in/operator" });
  const { q = "" } = search;
  const navigate = useNavigate({ from: "/operator" });
  const set = (name: "q" | "sort", value: string): void =>
    void navigate({ search: (old: ListSearch) => ({ ...old, [name]: value || undefined }), replace: true });
  const [isCreating, setCreating] = useState(false);
  const query = useInfiniteQuery({
    ...listPages(listSellers, { name: "sellers", slug: undefined, search }),
    placeholderData: keepPreviousData,
  });
  const { data, isSuccess } = query;
  const sellers = data?.pages.flatMap((page) => page.sellers) ?? [];
  return (
    <OfficePage
      title="Sellers"
      lead="Orders and people belong to the sellers. An owner can let you in when you need to see them."
      actions={
        <Button kind="primary" size="small" onClick={() => setCreating(true)}>
          New seller
        </Button>
      }
    >
      <form className={tableCss.filters} role="search" onSubmit={(event) => event.preventDefault()}>
        <SearchField
          label="Find a seller"
          value={q}
          placeholder="Address or name"
          maxLength={100}
          onSearch={(text) => set("q", text)}
        />
        <Field label="Sorted by">
          <Select value={search["sort"] ?? ""} options={sorts} onChange={({ target }) => set("sort", target.value)} />
        </Field>
      </form>
      <LoadState query={query} skeleton="control" count={4} />
      {isSuccess && sellers.length === 0 && (
        <p className={css.quiet}>
          {q === "" ? "There is no seller yet. Create the first one." : `No seller matches “${q}”.`}
        </p>
      )}
      <ul className={listsCss.framed} aria-label="Sellers" aria-busy={query.isPlaceholderData}>
        {sellers.map((seller) => (
          <SellerItem key={seller.slug} seller={seller} />
        ))}
      </ul>
      <ShowMore query={query}>Show more sellers</ShowMore>
      {isCreating && <CreateSellerDialog onDone={refresh} onClose={() => setCreating(false)} />}
    </OfficePage>
  );
}

function SellerItem({ seller }: { readonly seller: OperatedSeller }) {
  const { slug, name, currency, timezone, suspended_at, has_owner, is_owner_invited, visit_until } = seller;
  const [dialog, setDialog] = useState<"invite" | "suspend">();
  const toast = useToast();
  const close = (): void => setDialog(undefined);
  const resume = useAction(async () => {
    await callOffice(resumeSeller, { slug });
    await refresh();
    toast({ text: `${name} is no longer suspended.` });
  });
  return (
    <li className={css.seller}>
      <div className={css.about}>
        <p className={css.name}>
          {name}
          {suspended_at !== null && <Tag tone="warning">Suspended</Tag>}
          {!has_owner && <Tag tone="neutral">{is_owner_invited ? "Owner invited" : "No owner"}</Tag>}
        </p>
        <p className={css.quiet}>
          {slug} · {currency} · {timezone}
          {suspended_at !== null && ` · suspended since ${formatMoment(suspended_at, timezone)}`}
        </p>
        {resume.failure && <Banner tone="error">{resume.failure.message}</Banner>}
      </div>
      <div className={css.actions}>
        {visit_until !== null && (
          <Link to="/$slug" params={{ slug }} className={css.visit}>
            Visit until {formatMoment(visit_until, timezone)}
          </Link>
        )}
        {!has_owner && (
          <Button size="small" onClick={() => setDialog("invite")} aria-label={`Invite an owner of ${name}`}>
            {is_owner_invited ? "Invite again" : "Invite an owner"}
          </Button>
        )}
        {suspended_at === null ? (
          <Button size="small" onClick={() => setDialog("suspend")} aria-label={`Suspend ${name}`}>
            Suspend
          </Button>
        ) : (
          <Button size="small" busy={resume.isBusy} onClick={() => void resume.run()} aria-label={`Resume ${name}`}>
            Resume
          </Button>
        )}
      </div>
      {dialog === "invite" && <InviteOwnerDialog seller={seller} onDone={refresh} onClose={close} />}
      {dialog === "suspend" && <SuspendDialog seller={seller} onDone={refresh} onClose={close} />}
    </li>
  );
}
