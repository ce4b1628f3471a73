import {
  discardDraft,
  joinDraft,
  readCatalogueOverview,
  readChapter,
  saveDraft,
} from "@foyer/contract/office/catalogue/catalogue.ts";
import { planPublish, publishDrafts } from "@foyer/contract/office/catalogue/publishing.ts";
import { beginEvent } from "@foyer/contract/office/catalogue/catalogueEvents.ts";
import {
  downloadCatalogueArchive,
  planCatalogueFile,
  publishCatalogueFile,
} from "@foyer/contract/office/catalogue/catalogueFiles.ts";
import { readDiscountChoices, tryDiscounts } from "@foyer/contract/office/catalogue/discountTrial.ts";
import { readHallUse } from "@foyer/contract/office/catalogue/halls.ts";
import { listPublicHolidays, readHolidayPlaces } from "@foyer/contract/office/catalogue/holidays.ts";
import { listTexts } from "@foyer/contract/office/catalogue/texts.ts";
import { cleanWriting } from "@foyer/contract/office/catalogue/writing.ts";
import { previewPicture, uploadPicture } from "@foyer/contract/office/catalogue/pictures.ts";
import {
  compareRevisions,
  downloadCatalogue,
  listRevisions,
  planRestore,
  restoreChapter,
} from "@foyer/contract/office/catalogue/catalogueRevisions.ts";
import { endPreview, listPreviews, openPreview, readTestPurchases } from "@foyer/contract/office/catalogue/previews.ts";
import { onStaff, type StaffRoute } from "../../http/staff/mountStaff.ts";
import { beginNewEvent } from "./beginEvent.ts";
import { readOneHallUse } from "./halls/readOneHallUse.ts";
import { listHolidays, readPlaces } from "./holidays/holidayUseCases.ts";
import { cleanOneText } from "./texts/cleanOneText.ts";
import { discardChapterDraft, joinChapterDraft, saveChapterDraft } from "./draftUseCases.ts";
import { readChoices } from "./discounts/readChoices.ts";
import { tryDraftDiscounts } from "./discounts/tryDraftDiscounts.ts";
import { downloadArchive } from "./files/downloadArchive.ts";
import { planFile, publishFile } from "./files/fileUseCases.ts";
import { listAllTexts } from "./texts/listAllTexts.ts";
import { previewOnePicture } from "./pictures/previewOnePicture.ts";
import { uploadOnePicture } from "./pictures/uploadOnePicture.ts";
import { endOnePreview, listOpenPreviews, openOnePreview } from "./previews/previewUseCases.ts";
import { readPurchases } from "./previews/readPurchases.ts";
import { bringBack, planBringingBack, planDrafts, publishAll } from "./publishUseCases.ts";
import { readOneChapter, readOverview } from "./readUseCases.ts";
import { compareTwoRevisions, downloadYaml, listAllRevisions } from "./revisionUseCases.ts";

export const editingRoutes: readonly StaffRoute[] = [
  onStaff(readCatalogueOverview, readOverview),
  onStaff(readChapter, readOneChapter),
  onStaff(saveDraft, saveChapterDraft),
  onStaff(discardDraft, discardChapterDraft),
  onStaff(joinDraft, joinChapterDraft),
  onStaff(beginEvent, beginNewEvent),
  onStaff(planPublish, planDrafts),
  onStaff(publishDrafts, publishAll),
  onStaff(listRevisions, listAllRevisions),
  onStaff(compareRevisions, compareTwoRevisions),
  onStaff(planRestore, planBringingBack),
  onStaff(restoreChapter, bringBack),
  onStaff(downloadCatalogue, downloadYaml),
  onStaff(downloadCatalogueArchive, downloadArchive),
  onStaff(planCatalogueFile, planFile),
  onStaff(publishCatalogueFile, publishFile),
  onStaff(readDiscountChoices, readChoices),
  onStaff(tryDiscounts, tryDraftDiscounts),
  onStaff(readHallUse, readOneHallUse),
  onStaff(readHolidayPlaces, readPlaces),
  onStaff(listPublicHolidays, listHolidays),
  onStaff(listTexts, listAllTexts),
  onStaff(previewPicture, previewOnePicture),
  onStaff(cleanWriting, cleanOneText),
  onStaff(uploadPicture, uploadOnePicture),
  onStaff(listPreviews, listOpenPreviews),
  onStaff(openPreview, openOnePreview),
  onStaff(endPreview, endOnePreview),
  onStaff(readTestPurchases, readPurchases),
];
