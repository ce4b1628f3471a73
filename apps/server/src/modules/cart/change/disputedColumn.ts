export { disputedColumn } from "../../../providers/payments/disputedColumn.ts";
