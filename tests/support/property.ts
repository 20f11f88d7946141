import check from "fast-check";
import { SEED } from "@/tests/support/seed";

check.configureGlobal({ seed: SEED });

/** fast-check, whose cases follow from the run's seed. */
export const fc = check;
