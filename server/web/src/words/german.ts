// The German texts, loaded only when they are needed. The texts of the floor, the accounts, the
// integrity report, a host's desk, notifications, proofs of
// deals, walls, paper, seats by code and hooks come with those pages.
const files = import.meta.glob<string>(["./de/*.ftl", "!./de/floor.ftl", "!./de/titles.ftl", "!./de/admin.ftl", "!./de/integrity.ftl", "!./de/desk.ftl", "!./de/push.ftl", "!./de/proof.ftl", "!./de/wall.ftl", "!./de/print.ftl", "!./de/seat.ftl", "!./de/hooks.ftl", "!./de/notice.ftl"], { query: "?raw", import: "default", eager: true });
export default Object.values(files);
