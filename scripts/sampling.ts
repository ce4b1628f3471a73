import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/**
 * Similar slow tests take turns by date, so that `npm test` stays short; never tests of guards for money, stock, tenancy
 * or permissions. `ALL=1` runs everything.
 */
const root = join(import.meta.dirname, "..");

/** Days since 1970, in UTC. */
export const today = (): number => Math.floor(Date.now() / 86_400_000);

/** A test file that takes turns runs once in this many days. A journey takes longer than most, and runs less often. */
export const daysOfTurn = { file: 4, journey: 8 } as const;

const pick = <Case>(all: readonly Case[], count: number, turn: number): readonly Case[] => {
  const first = (turn * count) % all.length;
  return all.filter((_, index) => (index - first + all.length) % all.length < count);
};

/**
 * Picks `count` of `all`, and the next ones a journey's turn later. Each case gets its turn even if its file takes turns
 * itself.
 */
export const sampleOn = <Case>(all: readonly Case[], count: number, day: number): readonly Case[] =>
  pick(all, count, Math.floor(day / daysOfTurn.journey));

const isFullRun = (): boolean => process.env.ALL === "1";
/** The cases of a test that run today. */
export const sampledToday = <Case>(all: readonly Case[], count: number): readonly Case[] =>
  isFullRun() ? all : sampleOn(all, count, today());
/** The same in a file that runs every day: other cases each day. */
export const sampledDaily = <Case>(all: readonly Case[], count: number): readonly Case[] =>
  isFullRun() ? all : pick(all, count, today());

/** How often a test repeats something random. */
export const repeatsToday = ({ daily, all }: { readonly daily: number; readonly all: number }): number =>
  process.env.ALL === "1" ? all : daily;

/** The number of rounds of a race whose winner is random: a quarter of `all`. Races that can be forced are. */
export const roundsToday = (all: number): number => repeatsToday({ daily: Math.ceil(all / 4), all });

/**
 * Journeys that run every day: buying, paying, changing an order, and the work of the desk, the gate and finance. What
 * journeys cover is also tested by tests of rules and calls. Tests of these files that are about looks, the keyboard,
 * the camera or words take turns (`testsInTurn`).
 */
export const dailyJourneys = [
  "journeys/account/memberBenefits.test.ts",
  "journeys/aftersale/{cancelOrder,rescheduleOrder}.test.ts",
  "journeys/checkout/{declinedPayments,giftCards,stripe}.test.ts",
  "journeys/reserve/{buyTimedTicket,cartExpiry,seats}.test.ts",
  "journeys/office/**/{boxOffice,counter,finance,gate}.test.ts",
] as const;

/**
 * Files that take turns although mutants name them, and what their mutants protect: neither money, stock nor tenancy, and
 * nothing that a person may see or do. Mutants run whether or not it is the turn of their file (scripts/mutants.ts).
 */
export const sampledWithMutants: Readonly<Record<string, string>> = {
  "apps/server/src/office/lists/sortedLists.test.ts": "the order of rows, and where the next page begins",
  "apps/server/src/office/lists/turnedLists.test.ts": "the order of rows, and where the next page begins",
  "apps/server/src/page/pageLoad.test.ts": "that pages of links that do not exist are rendered once",
  "apps/server/src/tracing/tracing.test.ts": "which proxy a trace continues from",
};

/**
 * Test files of which `npm test` runs a quarter each day, and of journeys an eighth, except for the daily journeys. A
 * file named on the command line always runs.
 */
export const sampledFiles: readonly string[] = [
  ...Object.keys(sampledWithMutants),
  "packages/{demo,ui}/**/*.test.{ts,tsx}",
  "scripts/deploy/*.test.ts",
  "apps/storefront/src/App.*.test.tsx",
  "apps/storefront/src/features/checkout/{giftcards,purchaser}/**/*.test.{ts,tsx}",
  "apps/storefront/src/features/{account,listing,login,membership,orders}/**/*.test.{ts,tsx}",
  "apps/storefront/src/features/aftersale/*.test.tsx",
  "apps/storefront/src/features/aftersale/{cancel,change,invoice,names,reschedule,send}/*.test.{ts,tsx}",
  "apps/storefront/src/features/reserve/{details,event,form,seats,submit}/**/*.test.{ts,tsx}",
  "apps/server/src/catalogue/museums/**/*.test.ts",
  "apps/server/src/catalogue/validate/prepareCatalogue.test.ts",
  "apps/server/src/catalogue/apply/{demoCodes,importCatalogue,importedInApi,loadDemo,memberships,seatMaps,warnings}.test.ts",
  "apps/server/src/demo/**/*.test.ts",
  "apps/server/test/backup/pointInTime.test.ts",
  "apps/server/src/jobs/emails/sendQueuedEmails.test.ts",
  "apps/server/src/jobs/wallet/updateWalletPasses.test.ts",
  "apps/server/src/jobs/retention/{datedRows,deleteOldRows,oldPasses}.test.ts",
  "apps/server/src/modules/account/profile/*.test.ts",
  "apps/server/src/modules/aftersale/cancel/cancellationEmail.test.ts",
  "apps/server/src/modules/catalog/events/*.test.ts",
  "apps/server/src/modules/catalog/listing/*.test.ts",
  "apps/server/src/modules/checkout/emails/{emails,formatDateTime,freedVouchers}.test.ts",
  "apps/server/src/modules/membership/cards/cardEmail.test.ts",
  "apps/server/src/modules/membership/read/*.test.ts",
  "apps/server/src/modules/orders/files/{orderCalendar,orderFiles}.test.ts",
  "apps/server/src/modules/wallet/*.test.ts",
  "apps/server/src/modules/wallet/updates/cardPasses.test.ts",
  "apps/server/src/page/dev/**/*.test.ts",
  "apps/server/src/providers/{flags,wallet}/**/*.test.ts",
  "apps/server/src/db/embedded/**/*.test.ts",
  "apps/server/src/db/outages/outages.test.ts",
  "apps/server/src/catalogue/revisions/roundTrip.test.ts",
  "apps/server/src/cli/backup.test.ts",
  "apps/server/src/{draining,exhaustion,main}.test.ts",
  "apps/server/src/http/{cutLine,slowClients}.test.ts",
  "apps/server/src/http/health/fullDisk.test.ts",
  "apps/server/src/http/openapi/generatedClient.test.ts",
  "apps/server/src/http/uploads/slowUploads.test.ts",
  "apps/server/test/process/{bundleServer,rollingUpgrade}.test.ts",
  "apps/server/src/http/cache/cacheBounds.test.ts",
  "apps/server/src/office/audit/shownBy.test.ts",
  "apps/server/src/office/editing/beginEvent.test.ts",
  "apps/server/src/office/editing/files/{readUpload,unpack}.test.ts",
  "apps/server/src/office/editing/texts/*.test.ts",
  "apps/server/src/office/lists/{answersOfOrders,foundAmongMany}.test.ts",
  "apps/server/src/office/members/history/memberHistory.test.ts",
  "apps/server/src/office/members/listMembers.test.ts",
  "apps/server/src/office/reports/otherReports.test.ts",
  "apps/server/src/office/search/search.test.ts",
  "scripts/testRunner/mutantRunner.test.ts",
  "apps/server/src/page/{pages,paymentPage}.test.ts",
  "apps/server/src/modules/identity/address/*.test.ts",
  "apps/server/src/office/lists/turnedMemberLists.test.ts",
  "apps/server/src/office/members/renewals/turnedRenewals.test.ts",
  "apps/server/src/{readsOfLargeCatalogues,readsOfManyOrders}.test.ts",
  "apps/server/src/modules/cart/seats/houseSeatReads.test.ts",
  "apps/server/src/modules/checkout/batch/queryPlans.test.ts",
  "apps/server/src/office/board/boardReads.test.ts",
  "apps/server/src/office/{members,search}/queryPlans.test.ts",
  "apps/server/src/office/editing/holidays/holidayCalendar.test.ts",
  "apps/storefront/firstLoad.test.ts",
  "apps/storefront/src/routes/loadScreen.test.tsx",
  "packages/rules/src/values/theme/themeColors.test.ts",
  "journeys/**/*.test.ts",
];

/**
 * Run by `npm run soak` and by name, not by `npm test`: the weekly restore test waits for an archive, and the steps of
 * the image install every package.
 */
export const soakFiles = [
  "apps/server/test/backup/restoreScript.test.ts",
  "apps/server/test/deploy/image.test.ts",
] as const;

const isDependency = (name: string): boolean => name.includes("node_modules");
export const filesLike = (patterns: readonly string[]): readonly string[] =>
  globSync(patterns, { cwd: root, exclude: isDependency }).toSorted();

/** The files that take turns. */
export const filesInTurn = (): readonly string[] => {
  const daily = new Set(filesLike(dailyJourneys));
  return filesLike(sampledFiles).filter((file) => !daily.has(file));
};

const isJourney = (file: string): boolean => file.startsWith("journeys/");
const waiting = (files: readonly string[], day: number, days: number): readonly string[] =>
  files.filter((_, index) => (index + day) % days !== 0);
/** The files that take turns, except those whose turn it is. */
export const leftOutOn = (files: readonly string[], day: number): readonly string[] => [
  ...waiting(
    files.filter((file) => !isJourney(file)),
    day,
    daysOfTurn.file,
  ),
  ...waiting(files.filter(isJourney), day, daysOfTurn.journey),
];

let uncommitted: readonly string[] | undefined;
/** Uncommitted files according to `git`, when it is asked first; empty without git. */
const uncommittedFiles = (): readonly string[] => (uncommitted ??= askGit());
const askGit = (): readonly string[] => {
  const { status, stdout } = spawnSync("git", ["status", "--porcelain", "--no-renames", "-uall"], {
    cwd: root,
    encoding: "utf8",
  });
  return status === 0 ? stdout.split("\n").map((line) => line.slice("XY ".length)) : [];
};

const isSampledRun = (): boolean => process.env.SAMPLE_FILES === "1" && !isFullRun();

/** Whether it is the turn of a test within a daily file, by its place among the file's tests that take turns. */
export const isTurnOn = (file: string, place: number, day: number): boolean =>
  (file.length + place + day) % daysOfTurn.journey === 0;

/**
 * Tells which of a file's tests that take turns wait for another day. In a folder that is being changed, none does.
 */
export const waitingInTurn = (file: string, changed = uncommittedFiles): ((place: number) => boolean) => {
  if (!isSampledRun()) return () => false;
  const path = relative(root, file);
  const isBeingChanged = changed().some((other) => dirname(other) === dirname(path));
  return (place) => !isBeingChanged && !isTurnOn(path, place, today());
};

/**
 * The files that this run skips: only `npm run check` and `npm test` without a path set `SAMPLE_FILES`. A test next to a
 * file that is being changed always runs.
 */
export const leftOutToday = (changed = uncommittedFiles): readonly string[] => {
  if (!isSampledRun()) return [];
  const folders = new Set(changed().map((file) => dirname(file)));
  return [...leftOutOn(filesInTurn(), today()).filter((file) => !folders.has(dirname(file))), ...soakFiles];
};
