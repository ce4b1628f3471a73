import { searchCatalogue, searchCodes, searchGiftCards, searchPeople } from "@foyer/contract/office/orders/search.ts";
import { onStaff, type StaffRoute } from "../../http/staff/mountStaff.ts";
import { findCodes, findGiftCards, findInCatalogue, findPeople } from "./searchUseCases.ts";

export const searchRoutes: readonly StaffRoute[] = [
  onStaff(searchPeople, findPeople),
  onStaff(searchCatalogue, findInCatalogue),
  onStaff(searchCodes, findCodes),
  onStaff(searchGiftCards, findGiftCards),
];
