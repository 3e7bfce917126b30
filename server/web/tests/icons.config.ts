// `npm run icons`: the icons of the installed page, drawn from `public/spade.svg` into
// `public/icons/`.
import { defineConfig } from "@playwright/test";
import base from "../playwright.config";

export default defineConfig({ ...base, testDir: ".", outputDir: "../test-results", testMatch: "icons.ts", retries: 0 });
