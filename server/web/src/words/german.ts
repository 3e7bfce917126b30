// The German texts, loaded only when they are needed. The texts of the floor, the accounts and the
// integrity report come with those pages.
const files = import.meta.glob<string>(["./de/*.ftl", "!./de/floor.ftl", "!./de/titles.ftl", "!./de/admin.ftl", "!./de/integrity.ftl"], { query: "?raw", import: "default", eager: true });
export default Object.values(files);
