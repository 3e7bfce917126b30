// `npm run shots`: pictures of every page and state, at six sizes, into `shots/`. They are for
// looking at, and prove nothing.
import { defineConfig } from "@playwright/test";
import base from "../playwright.config";

export default defineConfig({ ...base, testDir: ".", outputDir: "../test-results", testMatch: "shots.ts", timeout: 900_000 });
