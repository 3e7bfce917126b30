// The English texts. They are part of the page's script: every other language falls back to them.
// Refusals are not among them: the server sends those in English. The texts of the floor, the
// accounts, the integrity report, a host's desk, notifications, proofs of
// deals, walls, paper, seats by code and hooks come with those pages.
const files = import.meta.glob<string>(["./en/*.ftl", "!./en/error.ftl", "!./en/floor.ftl", "!./en/titles.ftl", "!./en/admin.ftl", "!./en/integrity.ftl", "!./en/desk.ftl", "!./en/push.ftl", "!./en/proof.ftl", "!./en/wall.ftl", "!./en/print.ftl", "!./en/seat.ftl", "!./en/hooks.ftl", "!./en/notice.ftl"], { query: "?raw", import: "default", eager: true });
export default Object.values(files);
