// `npm run measure`: how long the lobby takes to load, and what an event costs the page. It prints
// figures. No time limit makes it fail.
import { defineConfig } from "@playwright/test";
import base from "../playwright.config";

export default defineConfig({ ...base, testDir: ".", outputDir: "../test-results", testMatch: "measure.ts", timeout: 300_000, retries: 0 });
