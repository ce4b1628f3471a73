import {
  changeSessionsTogether,
  listEventSessions,
  noteSession,
  previewSessionChange,
  setSalesTogether,
} from "@foyer/contract/office/catalogue/eventSessions.ts";
import { freePlaces, keepPlaces, readHouse } from "@foyer/contract/office/catalogue/houseHolds.ts";
import { onStaff, type StaffRoute } from "../../http/staff/mountStaff.ts";
import { changeTogether, previewSessionsChange, setManySales } from "./changeEventSessions.ts";
import { findEventSessions } from "./findEventSessions.ts";
import { freeSessionPlaces, keepSessionPlaces, readSessionHouse } from "./keepPlaces.ts";
import { noteEventSession } from "./noteEventSession.ts";

export const sessionRoutes: readonly StaffRoute[] = [
  onStaff(listEventSessions, findEventSessions),
  onStaff(previewSessionChange, previewSessionsChange),
  onStaff(changeSessionsTogether, changeTogether),
  onStaff(noteSession, noteEventSession),
  onStaff(setSalesTogether, setManySales),
  onStaff(readHouse, readSessionHouse),
  onStaff(keepPlaces, keepSessionPlaces),
  onStaff(freePlaces, freeSessionPlaces),
];
