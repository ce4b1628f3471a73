import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import {
  downloadVouchers,
  listVouchers,
  voucherList,
  type UsedVoucher,
} from "@foyer/contract/office/catalogue/vouchers.ts";
import { Button, ButtonLink } from "@foyer/ui/action/Button.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { Select } from "@foyer/ui/form/Select.tsx";
import { addressOf } from "../../shared/call.ts";
import { downloadFile } from "../../shared/file.ts";
import { formatMoment, formatVisit, todayOf } from "../../shared/format/format.ts";
import { LoadState } from "../../shared/LoadState.tsx";
import { OfficePage } from "../../shared/Page.tsx";
import { useOwnSeller } from "../../shared/queries.ts";
import { ListTable } from "../../shared/list/ListTable.tsx";
import { acceptedOf } from "../../shared/list/listSearch.ts";
import { ListViews } from "../../shared/list/ListViews.tsx";
import { useListView } from "../../shared/list/useListView.ts";
import { ShowMore } from "../../shared/list/ShowMore.tsx";
import { DownloadState, useDownloads } from "../reports/Downloads.tsx";
import { sortSent, vouchersQuery, type VoucherChoice, type VoucherSearch } from "./voucherQueries.ts";
import recordCss from "../../shared/styles/Record.module.css";
import tableCss from "../../shared/list/ListTable.module.css";
import { DayInput } from "../../shared/fields/DayInput.tsx";

const route = "/signed-in/$slug/codes/vouchers" as const;

/** Used city-pass vouchers, by order. The days are in the address. */
export function VouchersScreen() {
  const { slug } = useParams({ from: route });
  const search = useSearch({ from: route }) as VoucherSearch;
  const { timezone, can } = useOwnSeller(slug);
  const today = todayOf(timezone);
  const choiceOf = ({ from = `${today.slice(0, 8)}01`, to = today, dated }: VoucherSearch): VoucherChoice => ({
    from,
    to,
    ...(dated === "visit" && { dated }),
  });
  const choice = choiceOf(acceptedOf(listVouchers, search));
  const view = useListView(voucherList, search);
  const query = useInfiniteQuery(vouchersQuery(slug, choice, search.sort));
  const vouchers = query.data?.pages.flatMap((page) => page.vouchers) ?? [];
  const sent = { ...choice, ...sortSent(search.sort) };
  // A workbook can be refused for its length; a CSV file is streamed.
  const workbook = useDownloads((format) => downloadFile(downloadVouchers, { ...sent, format }, slug));
  return (
    <OfficePage
      title="City-pass vouchers"
      lead="Vouchers of valid and used tickets. If a ticket was cancelled, its voucher can be used again and is not listed."
      actions={
        <>
          <Link className={recordCss.link} to="/$slug/codes" params={{ slug }}>
            All codes
          </Link>
          {can("export.rows") && (
            <>
              <ButtonLink
                size="small"
                href={addressOf(downloadVouchers, { ...sent, format: "csv" }, slug).url}
                download
              >
                Download CSV
              </ButtonLink>
              <Button size="small" busy={workbook.save.isBusy} onClick={() => void workbook.save.run("xlsx")}>
                Download XLSX
              </Button>
            </>
          )}
        </>
      }
    >
      <DownloadState of={workbook} />
      <Days choice={choiceOf(search)} />
      <ListViews slug={slug} screen="vouchers" search={search} />
      <LoadState query={query} skeleton="control" count={5} />
      {query.isSuccess && vouchers.length === 0 && (
        <p className={tableCss.empty}>No voucher was used on these days. Choose other days to see more.</p>
      )}
      {vouchers.length > 0 && (
        <ListTable
          view={view}
          label="City-pass vouchers"
          order="the newest order first"
          rows={vouchers}
          keyOf={({ ticket_id }) => ticket_id}
          cellsOf={(row) => cellsOf(row, slug, { timezone, mayOpen: can("order.read") })}
          isBusy={query.isPlaceholderData}
        />
      )}
      <ShowMore query={query}>Show more vouchers</ShowMore>
    </OfficePage>
  );
}

const datedNames = [
  { value: "", label: "Order" },
  { value: "visit", label: "Visit" },
] as const;

function Days({ choice: { from, to, dated } }: { readonly choice: VoucherChoice }) {
  const navigate = useNavigate({ from: "/$slug/codes/vouchers" });
  const set = (name: keyof VoucherSearch) => (event: { readonly target: { readonly value: string } }) =>
    void navigate({
      search: (old: VoucherSearch) => ({ ...old, from, to, [name]: event.target.value || undefined }),
      replace: true,
    });
  return (
    <form className={tableCss.filters} role="search" aria-label="Days" onSubmit={(event) => event.preventDefault()}>
      <Field label="From">
        <DayInput value={from} onChange={(day) => set("from")({ target: { value: day } })} />
      </Field>
      <Field label="To">
        <DayInput value={to} onChange={(day) => set("to")({ target: { value: day } })} />
      </Field>
      <Field label="By day of">
        <Select value={dated ?? ""} options={datedNames} onChange={set("dated")} />
      </Field>
    </form>
  );
}

const cellsOf = (row: UsedVoucher, slug: string, { timezone, mayOpen }: { timezone: string; mayOpen: boolean }) => {
  const { order_number, sold_at, event, type, visit, ending, is_checked_in } = row;
  return {
    order_number: (
      <>
        {mayOpen ? (
          <Link to="/$slug/orders/$number" params={{ slug, number: String(order_number) }}>
            {order_number}
          </Link>
        ) : (
          order_number
        )}
        <span className={recordCss.quiet}>{formatMoment(sold_at, timezone)}</span>
      </>
    ),
    visit: visit === null ? "Without a session" : formatVisit(visit),
    ticket: (
      <>
        {event}
        <span className={recordCss.quiet}>
          {type}
          {is_checked_in && " · checked in"}
        </span>
      </>
    ),
    voucher: ending,
  };
};
