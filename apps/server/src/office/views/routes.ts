import { deleteView, listSavedViews, renameView, saveView } from "@foyer/contract/office/orders/savedViews.ts";
import { chooseKeptReport, listPinnedReports } from "@foyer/contract/office/money/keptReports.ts";
import { onStaff, type StaffRoute } from "../../http/staff/mountStaff.ts";
import { chooseReport, listPins } from "./keptReports.ts";
import { deleteSavedView, listViews, renameSavedView, saveNewView } from "./viewUseCases.ts";

export const viewRoutes: readonly StaffRoute[] = [
  onStaff(listSavedViews, listViews),
  onStaff(saveView, saveNewView),
  onStaff(renameView, renameSavedView),
  onStaff(deleteView, deleteSavedView),
  onStaff(listPinnedReports, listPins),
  onStaff(chooseKeptReport, chooseReport),
];
